import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/**
 * An object of the store as the database knows it. `sizeBytes` and `sha256` are null for pictures of pages and people.
 */
export interface NamedObject {
  /** What the object is part of, in words for a reader. */
  of: string
  key: string
  sizeBytes: number | null
  sha256: string | null
}

/** Those of `keys` that a row names. */
export async function listNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ key: string }>`
      with asked as (select unnest(${keys}::text[]) as key),
        -- A medium's objects lie in its folder, which has an index.
        medium as (
          select asked.key, m.id, m.original_key from asked join media m on m.folder = split_part(asked.key, '/', 2)
          where asked.key like 'media/%'
        )
      select key from medium where key = original_key
      union select medium.key from medium join media_renditions r on r.media_id = medium.id and r.key = medium.key
      union select asked.key from asked join live_segments s on s.key = asked.key
      union select asked.key from asked join broadcasts b on b.init_key = asked.key
      union select asked.key from asked join stream_keys k on k.clip_key = asked.key
      union select asked.key from asked join upload_parts p on p.key = asked.key
      union select asked.key from asked join users u on u.profile_image = asked.key
      union select asked.key from asked join creators c on c.profile_image = asked.key
      union select asked.key from asked
        join creators c on c.banner_image = replace(asked.key, '-small.webp', '.webp')`,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Every object the store must have, in pages: media after `after` by their id. */
export function listMediaObjects(
  db: Db,
  after: string | null,
  limit: number,
): Promise<(NamedObject & { mediaId: string; folder: string })[]> {
  return many(
    db,
    sql`with page as (
        select id, folder, original_key, size_bytes, sha256 from media
        where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}
      )
      select id as "mediaId", folder, 'medium ' || id as of, original_key as key, size_bytes as "sizeBytes", sha256
        from page where original_key is not null
      union all
      select p.id, p.folder, r.name || ' of medium ' || p.id, r.key, r.size_bytes, r.sha256
        from page p join media_renditions r on r.media_id = p.id
      order by "mediaId", key`,
  )
}

/** What the store must have of live sessions, after one of its keys. */
export function listLiveObjects(db: Db, after: string | null, limit: number): Promise<NamedObject[]> {
  return many(
    db,
    sql<NamedObject>`(select 'segment ' || s.seq || ' of live session ' || s.live_session_id as of, s.key,
          s.bytes as "sizeBytes", s.sha256
        from live_segments s where ${after}::text is null or s.key > ${after}::text order by s.key limit ${limit})
      union all
      (select 'the header of broadcast ' || b.id, b.init_key, b.init_bytes, b.init_sha256
        from broadcasts b where b.init_key is not null and (${after}::text is null or b.init_key > ${after}::text)
        order by b.init_key limit ${limit})
      order by key limit ${limit}`,
  )
}

/** The id that the next page of `listMediaObjects` begins after; null at the end. */
export async function findPageEnd(db: Db, after: string | null, limit: number): Promise<string | null> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from media where ${after}::uuid is null or id > ${after}::uuid
      order by id limit ${limit}`,
  )
  return rows.at(-1)?.id ?? null
}

/** Pictures of people and pages; an issuer's portrait is an address and not in our store. */
export function listPictures(db: Db): Promise<NamedObject[]> {
  return many(
    db,
    sql<NamedObject>`
      select 'the picture of user ' || id as of, profile_image as key, null as "sizeBytes", null as sha256
        from users where profile_image like 'images/%'
      union all select 'the picture of page ' || id, profile_image, null, null from creators
        where profile_image like 'images/%'
      union all select 'the banner of page ' || id, banner_image, null, null from creators
        where banner_image like 'images/%'`,
  )
}

/** Forgets renditions whose bytes are lost. A ladder with a broken step is dropped as a whole. */
export async function dropRenditions(db: Db, mediaId: string, keys: readonly string[]): Promise<void> {
  await run(
    db,
    sql`delete from media_renditions r where r.media_id = ${mediaId} and (r.key = any(${keys}::text[])
      or (r.name like 'hls/%' and exists (
        select from media_renditions s
        where s.media_id = r.media_id and s.name like 'hls/%' and s.key = any(${keys}::text[]))))`,
  )
}

/** Whether a medium still has something that browsers can show. */
export async function hasPlayableRendition(db: Db, mediaId: string): Promise<boolean> {
  const rows = await many(
    db,
    sql`select from media_renditions where media_id = ${mediaId}
      and (name ~ '^w[0-9]+$' or name in ('low', 'audio-normalised', 'hls/master.m3u8')) limit 1`,
  )
  return rows.length > 0
}

/** Has a medium prepared again from its original: the sweep that resumes interrupted work finds it. */
export async function prepareAnew(db: Db, mediaId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update media set progress = 0, attempts = 0, claimed_until = ${now} where id = ${mediaId} and state in ('ready', 'processing')`,
  )
}

/** The original is lost, and its renditions stay. */
export async function forgetOriginal(db: Db, mediaId: string): Promise<void> {
  await run(db, sql`update media set original_key = null where id = ${mediaId}`)
}

export async function markLost(db: Db, mediaId: string, failure: string): Promise<void> {
  await run(
    db,
    sql`update media set state = 'failed', failure = ${failure}, original_key = null, claimed_until = null
      where id = ${mediaId}`,
  )
}
