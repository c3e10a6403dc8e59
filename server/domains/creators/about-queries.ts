import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

export interface AboutRow {
  about: string
  /** Web addresses, in their owner's order. */
  links: string[]
  showsCounts: boolean
}

export function getAbout(db: Db, creatorId: string): Promise<AboutRow> {
  return one(
    db,
    sql<AboutRow>`select about, links, shows_counts as "showsCounts" from creators where id = ${creatorId}`,
  )
}

/** Writes the given fields; the rest stays. */
export async function updateAbout(
  db: Db,
  creatorId: string,
  { about, links, showsCounts }: Partial<AboutRow>,
): Promise<void> {
  await run(
    db,
    sql`update creators set about = coalesce(${about ?? null}, about),
        links = coalesce(${links ?? null}::text[], links),
        shows_counts = coalesce(${showsCounts ?? null}, shows_counts)
      where id = ${creatorId}`,
  )
}

/** Notes that a page was shared, or that its owner wants no reminder of that; the first time counts. */
export async function notePageSetup(
  db: Db,
  creatorId: string,
  step: 'shared' | 'hidden',
  now: Date,
): Promise<void> {
  const column = step === 'shared' ? sql`shared_at` : sql`setup_hidden_at`
  await run(db, sql`update creators set ${column} = ${now} where id = ${creatorId} and ${column} is null`)
}

/** Up to so many members and posts a page is small. */
const SMALL_MAX = 1000

/** Pages that show their counts and were counted before these moments or never, the longest ago first. */
export async function listPagesToCount(
  db: Db,
  before: { large: Date; small: Date },
  limit: number,
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from creators where shows_counts
        and (counted_at is null or counted_at < ${before.small}::timestamptz
          and (member_count + post_count <= ${SMALL_MAX} or counted_at < ${before.large}::timestamptz))
      order by counted_at nulls first limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export interface PageCounts {
  creatorId: string
  members: number
  posts: number
}

/** Returns the pages whose counts are other ones now. */
export async function storeCounts(db: Db, counts: readonly PageCounts[], now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`with given as (
        select * from unnest(${counts.map(({ creatorId }) => creatorId)}::uuid[],
          ${counts.map(({ members }) => members)}::integer[], ${counts.map(({ posts }) => posts)}::integer[])
          counted (id, members, posts)),
      before as (select c.id, c.member_count, c.post_count from creators c join given using (id) order by c.id
        for no key update of c),
      stored as (update creators c set member_count = given.members, post_count = given.posts, counted_at = ${now}
        from given where given.id = c.id)
      select id from before join given using (id)
        where (before.member_count, before.post_count) is distinct from (given.members, given.posts)`,
  )
  return rows.map(({ id }) => id)
}

/** Whether the page has collections of posts. */
export async function noteCollections(db: Db, creatorId: string, hasCollections: boolean): Promise<void> {
  await run(db, sql`update creators set has_collections = ${hasCollections} where id = ${creatorId}`)
}

/** Whether the page has rooms. */
export async function noteRooms(db: Db, creatorId: string, hasRooms: boolean): Promise<void> {
  await run(db, sql`update creators set has_rooms = ${hasRooms} where id = ${creatorId}`)
}

/** The page has live sessions, planned or past. */
export async function noteLive(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`update creators set has_live = true where id = ${creatorId} and not has_live`)
}
