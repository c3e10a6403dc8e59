import type { MediumKind, UploadKind } from '#contract/media/rules.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

export type MediumState = 'uploading' | 'processing' | 'ready' | 'failed'

export interface MediumRow {
  id: string
  ownerId: string
  kind: UploadKind
  /** What a file is called; null for other media. */
  name: string | null
  state: MediumState
  failure: string | null
  /** In what the files that were made of it differ from it. */
  note: string | null
  progress: number
  alt: string
  /** 32 hexadecimal digits: its folder in the store, and its public address. */
  folder: string
  originalKey: string | null
  mime: string | null
  sizeBytes: number | null
  sha256: string | null
  /** Since when its original is stored. */
  keptAt: Date | null
  widthPx: number | null
  heightPx: number | null
  durationMs: number | null
  codecs: string | null
  playsNatively: boolean | null
  placeholder: string | null
  attachedAt: Date | null
  /** How often preparation was started. */
  attempts: number
}

/** One that is shown or played, unlike a file. */
export interface ShownMediumRow extends MediumRow {
  kind: MediumKind
}

export interface RenditionRow {
  mediaId: string
  name: string
  key: string
  mime: string
  sizeBytes: number
  sha256: string
  /** Since when these bytes are under this name. */
  keptAt: Date
  widthPx: number | null
  heightPx: number | null
  label: string | null
}

const mediumColumns = sql`m.id, m.owner_id as "ownerId", m.kind, m.name, m.state, m.failure, m.note, m.progress, m.alt, m.folder,
  m.original_key as "originalKey", m.mime, m.size_bytes as "sizeBytes", m.sha256, m.kept_at as "keptAt",
  m.width_px as "widthPx", m.height_px as "heightPx", m.duration_ms as "durationMs", m.codecs, m.plays_natively as "playsNatively",
  m.placeholder, m.attached_at as "attachedAt",
  m.attempts`

const renditionColumns = sql`r.media_id as "mediaId", r.name, r.key, r.mime, r.size_bytes as "sizeBytes", r.sha256,
  r.kept_at as "keptAt", r.width_px as "widthPx", r.height_px as "heightPx", r.label`

export async function insertMedium(
  db: Db,
  medium: {
    id: string
    ownerId: string
    kind: UploadKind
    name?: string | null
    state: MediumState
    folder: string
    alt: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into media (id, owner_id, kind, name, state, folder, alt, created_at, expires_at)
      values (${medium.id}, ${medium.ownerId}, ${medium.kind}, ${medium.name ?? null}, ${medium.state},
        ${medium.folder}, ${medium.alt}, ${medium.createdAt}, ${medium.expiresAt})`,
  )
}

export function findMedium(db: Db, id: string): Promise<MediumRow | null> {
  return maybeOne(db, sql<MediumRow>`select ${mediumColumns} from media m where m.id = ${id}`)
}

/** The row is locked: attaching, removing and preparing it happen one after another. */
export function lockMedium(db: Db, id: string): Promise<MediumRow | null> {
  return maybeOne(db, sql<MediumRow>`select ${mediumColumns} from media m where m.id = ${id} for update`)
}

const mediaByIds = prepared<ShownMediumRow, { ids: readonly string[] }>(
  'media-by-ids',
  ({ ids }) => sql<ShownMediumRow>`select ${mediumColumns} from media m
    where m.id = any(${ids}::uuid[]) and m.kind <> 'file'`,
)

/** Those that are shown or played; files aren't. */
export function listMedia(db: Db, ids: readonly string[]): Promise<ShownMediumRow[]> {
  return many(db, mediaByIds({ ids }))
}

const offeredRenditions = prepared<RenditionRow, { mediaIds: readonly string[] }>(
  'offered-renditions',
  ({ mediaIds }) => sql<RenditionRow>`select ${renditionColumns} from media_renditions r
    where r.media_id = any(${mediaIds}::uuid[]) and (r.name not like 'hls/%' or r.name = 'hls/master.m3u8')
    order by r.width_px, r.name`,
)

/** Everything but the parts of HLS, of which there are hundreds. */
export function listOfferedRenditions(db: Db, mediaIds: readonly string[]): Promise<RenditionRow[]> {
  return many(db, offeredRenditions({ mediaIds }))
}

export function findRendition(db: Db, mediaId: string, name: string): Promise<RenditionRow | null> {
  return maybeOne(
    db,
    sql<RenditionRow>`select ${renditionColumns} from media_renditions r
      where r.media_id = ${mediaId} and r.name = ${name}`,
  )
}

/** Replaces the rendition of the same name; returns the key that nothing refers to any more. */
export async function upsertRendition(db: Db, rendition: RenditionRow): Promise<string | null> {
  const before = await findRendition(db, rendition.mediaId, rendition.name)
  await run(
    db,
    sql`insert into media_renditions (media_id, name, key, mime, size_bytes, sha256, kept_at, width_px, height_px, label)
      values (${rendition.mediaId}, ${rendition.name}, ${rendition.key}, ${rendition.mime}, ${rendition.sizeBytes},
        ${rendition.sha256}, ${rendition.keptAt}, ${rendition.widthPx}, ${rendition.heightPx}, ${rendition.label})
      on conflict (media_id, name) do update set key = excluded.key, mime = excluded.mime,
        size_bytes = excluded.size_bytes, sha256 = excluded.sha256, kept_at = excluded.kept_at, width_px = excluded.width_px,
        height_px = excluded.height_px, label = excluded.label`,
  )
  return before !== null && before.key !== rendition.key ? before.key : null
}

/** Returns the removed key. */
export async function deleteRendition(db: Db, mediaId: string, name: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      key: string
    }>`delete from media_renditions where media_id = ${mediaId} and name = ${name} returning key`,
  )
  return row?.key ?? null
}

export async function updateAlt(db: Db, id: string, alt: string): Promise<void> {
  await run(db, sql`update media set alt = ${alt} where id = ${id}`)
}

/** Every key in the store that belongs to a medium. */
export async function listKeys(db: Db, id: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ key: string }>`select key from media_renditions where media_id = ${id}
      union select original_key from media where id = ${id} and original_key is not null`,
  )
  return rows.map(({ key }) => key)
}

export async function deleteMediumRow(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from media where id = ${id}`)
}

export async function attachMedium(db: Db, id: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update media set attached_at = ${now}, expires_at = null
      where id = ${id}`,
  )
}

export async function countCaptions(db: Db, mediaId: string): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*) as count from media_renditions
      where media_id = ${mediaId} and name like 'captions-%'`,
  )
  return count
}

export function findMediumByFolder(db: Db, folder: string): Promise<MediumRow | null> {
  return maybeOne(db, sql<MediumRow>`select ${mediumColumns} from media m where m.folder = ${folder}`)
}

/** The facts about a file, once its bytes are in the store. */
export interface StoredFacts {
  originalKey: string
  mime: string
  sizeBytes: number
  sha256: string
  keptAt: Date
  widthPx: number | null
  heightPx: number | null
  durationMs: number | null
  codecs: string | null
  playsNatively: boolean | null
  state: MediumState
  progress: number
  /** When it is removed if it is in no post by then. */
  expiresAt: Date
}

export async function updateStored(db: Db, id: string, facts: StoredFacts): Promise<void> {
  await run(
    db,
    sql`update media set original_key = ${facts.originalKey}, mime = ${facts.mime}, size_bytes = ${facts.sizeBytes},
        sha256 = ${facts.sha256}, kept_at = ${facts.keptAt}, width_px = ${facts.widthPx}, height_px = ${facts.heightPx},
        duration_ms = ${facts.durationMs}, codecs = ${facts.codecs}, plays_natively = ${facts.playsNatively},
        state = ${facts.state}, progress = ${facts.progress}, expires_at = ${facts.expiresAt}
      where id = ${id}`,
  )
}

/**
 * Claims a medium for preparation until a moment, and counts it; null when there is nothing to prepare, or someone else
 * has it.
 */
export function claimMedium(db: Db, id: string, now: Date, until: Date): Promise<MediumRow | null> {
  return maybeOne(
    db,
    sql<MediumRow>`update media m set claimed_until = ${until}, attempts = m.attempts + 1
      where m.id = ${id} and (m.claimed_until is null or m.claimed_until <= ${now})
        and (m.state = 'processing' or (m.state = 'ready' and m.progress < 100))
      returning ${mediumColumns}`,
  )
}

/**
 * Reports the progress, and renews the claim. Returns whether there is still something to prepare: a late report must
 * not undo that it is finished.
 */
export async function updateProgress(db: Db, id: string, progress: number, until: Date): Promise<boolean> {
  const changed = await run(
    db,
    sql`update media set progress = ${progress}, claimed_until = ${until}
      where id = ${id} and claimed_until is not null`,
  )
  return changed > 0
}

/** Releases a medium. An attempt that failed through no fault of the medium's doesn't count. */
export async function releaseClaim(db: Db, id: string, { isCounted }: { isCounted: boolean }): Promise<void> {
  await run(
    db,
    sql`update media set claimed_until = null, attempts = greatest(0, attempts - ${isCounted ? 0 : 1}::integer)
      where id = ${id}`,
  )
}

/**
 * Everything is made, or `failure` says what is missing, and the rest has to do. A picture's original is forgotten:
 * only the rewritten one is kept.
 */
export async function markPrepared(
  db: Db,
  id: string,
  facts: {
    placeholder: string | null
    widthPx: number | null
    heightPx: number | null
    keepsOriginal: boolean
    failure: string | null
    note: string | null
  },
): Promise<void> {
  await run(
    db,
    sql`update media set state = 'ready', progress = 100, failure = ${facts.failure}::text, note = ${facts.note}::text,
        claimed_until = null,
        placeholder = coalesce(${facts.placeholder}::text, placeholder),
        width_px = coalesce(${facts.widthPx}::integer, width_px),
        height_px = coalesce(${facts.heightPx}::integer, height_px),
        original_key = case when ${facts.keepsOriginal}::boolean then original_key end
      where id = ${id}`,
  )
}

export async function markFailed(db: Db, id: string, failure: string): Promise<void> {
  await run(
    db,
    sql`update media set state = 'failed', failure = ${failure}, claimed_until = null, original_key = null
      where id = ${id}`,
  )
}
