import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'
import type { IncomingFacts } from '#server/platform/rtmp/publication.ts'

export interface StreamKeyRow extends IncomingFacts {
  createdAt: Date
  heardAt: Date | null
  isPreview: boolean
}

export function findStreamKey(db: Db, creatorId: string): Promise<StreamKeyRow | null> {
  return maybeOne(
    db,
    sql<StreamKeyRow>`select created_at as "createdAt", heard_at as "heardAt", width, height, kilobits,
        keyframe_ms as "keyframeMs", has_sound as "hasSound", is_preview as "isPreview"
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
      set key_hash = excluded.key_hash, created_at = excluded.created_at, heard_at = null`,
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
  facts: IncomingFacts & { isPreview: boolean; now: Date },
): Promise<void> {
  const { width, height, kilobits, keyframeMs, hasSound, isPreview, now } = facts
  await run(
    db,
    sql`update stream_keys set heard_at = ${now}, width = ${width}, height = ${height}, kilobits = ${kilobits},
        keyframe_ms = ${keyframeMs}, has_sound = ${hasSound}, is_preview = ${isPreview}
      where key_hash = ${keyHash}`,
  )
}

export async function noteNothingComesIn(db: Db, keyHash: Buffer): Promise<void> {
  await run(db, sql`update stream_keys set heard_at = null where key_hash = ${keyHash}`)
}
