import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'
import type { SenderFault } from '#server/platform/rtmp/limits.ts'
import type { IncomingFacts } from '#server/platform/rtmp/publication.ts'

export interface StreamKeyRow extends Omit<IncomingFacts, 'hasCaptions'> {
  createdAt: Date
  heardAt: Date | null
  isPreview: boolean
  fault: SenderFault | null
  faultAt: Date | null
  /** The newest seconds of a preview. */
  clipKey: string | null
}

export function findStreamKey(db: Db, creatorId: string): Promise<StreamKeyRow | null> {
  return maybeOne(
    db,
    sql<StreamKeyRow>`select created_at as "createdAt", heard_at as "heardAt", width, height, kilobits,
        keyframe_ms as "keyframeMs", has_sound as "hasSound", is_preview as "isPreview", fault,
        fault_at as "faultAt", clip_key as "clipKey"
      from stream_keys where creator_id = ${creatorId}`,
  )
}

/** The one before ends. */
export async function replaceStreamKey(
  db: Db,
  { creatorId, keyHash, now }: { creatorId: string; keyHash: Buffer; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into stream_keys (creator_id, key_hash, created_at) values (${creatorId}, ${keyHash}, ${now})
      on conflict (creator_id) do update
      set key_hash = excluded.key_hash, created_at = excluded.created_at, heard_at = null, fault = null, clip_key = null`,
  )
}

/** Whose it is; null: nobody's, or of a page that isn't shown. */
export function findCreatorOfKey(
  db: Db,
  keyHash: Buffer,
): Promise<{ creatorId: string; userId: string } | null> {
  return maybeOne(
    db,
    sql<{ creatorId: string; userId: string }>`select k.creator_id as "creatorId", u.id as "userId"
      from stream_keys k join creators c on c.id = k.creator_id join users u on u.id = c.user_id
      where k.key_hash = ${keyHash} and u.status = 'active' and ${isLivePageSql}`,
  )
}

/** What comes in with a key. */
export async function noteIncoming(
  db: Db,
  keyHash: Buffer,
  facts: Omit<IncomingFacts, 'hasCaptions'> & { isPreview: boolean; now: Date },
): Promise<void> {
  const { width, height, kilobits, keyframeMs, hasSound, isPreview, now } = facts
  await run(
    db,
    sql`update stream_keys set heard_at = ${now}, width = ${width}, height = ${height}, kilobits = ${kilobits},
        keyframe_ms = ${keyframeMs}, has_sound = ${hasSound}, is_preview = ${isPreview}, fault = null
      where key_hash = ${keyHash}`,
  )
}

/** `fault`: what it was cut off for. */
export async function noteNothingComesIn(
  db: Db,
  keyHash: Buffer,
  { fault, now }: { fault: SenderFault | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update stream_keys set heard_at = null, clip_key = null, fault = coalesce(${fault}, fault),
        fault_at = case when ${fault}::text is null then fault_at else ${now} end
      where key_hash = ${keyHash}`,
  )
}

/** The newest seconds of a preview; null: nobody needs one. Returns whether the key is still in use. */
export async function noteClip(
  db: Db,
  keyHash: Buffer,
  clip: { key: string; bytes: number; sha256: string } | null,
): Promise<boolean> {
  const noted = await maybeOne(
    db,
    sql<{ creatorId: string }>`update stream_keys set clip_key = ${clip?.key ?? null},
        clip_bytes = ${clip?.bytes ?? null}, clip_sha256 = ${clip?.sha256 ?? null}
      where key_hash = ${keyHash} returning creator_id as "creatorId"`,
  )
  return noted !== null
}

/** The clip of a page’s owner, by the end of its name. */
export function findClip(
  db: Db,
  { ownerId, name }: { ownerId: string; name: string },
): Promise<{ key: string; bytes: number; sha256: string } | null> {
  return maybeOne(
    db,
    sql<{ key: string; bytes: number; sha256: string }>`select k.clip_key as key, k.clip_bytes as bytes,
        k.clip_sha256 as sha256
      from stream_keys k join creators c on c.id = k.creator_id
      where c.user_id = ${ownerId} and k.clip_key = ${`live/clips/${name}`}`,
  )
}
