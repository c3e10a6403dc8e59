import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** The salt of a day, drawn by the first who asks. */
export async function getSalt(db: Db, day: string, drawn: Buffer): Promise<Buffer> {
  await run(
    db,
    sql`insert into visit_salts (day, salt) values (${day}::date, ${drawn}) on conflict do nothing`,
  )
  const { salt } = await one(db, sql<{ salt: Buffer }>`select salt from visit_salts where day = ${day}::date`)
  return salt
}

/** What pages and posts are called in addresses, of those that are there. */
export interface VisitedPage {
  creatorId: string
  ownerId: string
  postId: string | null
}

/** A live page, or one of its published posts by the last part of its address; null: there is none. */
export function findVisitedPage(
  db: Db,
  { handle, post }: { handle: string; post: string | null },
): Promise<VisitedPage | null> {
  return maybeOne(
    db,
    post === null
      ? sql<VisitedPage>`select c.id as "creatorId", c.user_id as "ownerId", null as "postId" from creators c
          where lower(c.handle) = lower(${handle})`
      : sql<VisitedPage>`select c.id as "creatorId", c.user_id as "ownerId", p.id as "postId" from creators c
          join posts p on p.creator_id = c.id and p.slug = ${post} and p.deleted_at is null
            and p.state = 'published'
          where lower(c.handle) = lower(${handle})`,
  )
}

export interface MarkedVisit {
  day: string
  creatorId: string
  postId: string | null
  mark: Buffer
  host: string
}

/** Two batches at once would both take a visitor for new. Until the end of the transaction. */
export async function lockVisits(db: Db): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended('visits', 0))`)
}

/**
 * Keeps visits, and adds those that are new to their days. Who comes again the same day is known already: as a visitor of
 * the page, of a post, and from a host. Call with the visits locked.
 */
export async function insertVisits(db: Db, visits: readonly MarkedVisit[]): Promise<void> {
  const column = <Key extends keyof MarkedVisit>(key: Key) => visits.map((visit) => visit[key])
  // Statements of one `with` don't see each other's rows: `visits` is what was there before.
  const isKnown = sql`from visits v where v.day = fresh.day and v.creator_id = fresh.creator_id and v.mark = fresh.mark`
  await run(
    db,
    sql`with fresh as (insert into visits (day, creator_id, post_id, mark, host)
        select * from unnest(${column('day')}::date[], ${column('creatorId')}::uuid[], ${column('postId')}::uuid[],
          ${column('mark')}::bytea[], ${column('host')}::text[])
        on conflict do nothing returning *),
      people as (insert into visitor_days as d (creator_id, day, visitors)
        select creator_id, day, count(distinct mark) from fresh where not exists (select ${isKnown})
        group by 1, 2 order by 1, 2
        on conflict (creator_id, day) do update set visitors = d.visitors + excluded.visitors),
      hosts as (insert into source_days as d (creator_id, day, host, visitors)
        select creator_id, day, host, count(distinct mark) from fresh
        where not exists (select ${isKnown} and v.host = fresh.host)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (creator_id, day, host) do update set visitors = d.visitors + excluded.visitors)
      insert into post_days as d (post_id, day, creator_id, visitors)
      select post_id, day, creator_id, count(*) from fresh where post_id is not null group by 1, 2, 3 order by 1, 2
      on conflict (post_id, day) do update set visitors = d.visitors + excluded.visitors`,
  )
}

/** Destroys the salts before a day: what they marked can't be traced back from then on. */
export async function deleteSaltsBefore(db: Db, day: string): Promise<void> {
  await run(db, sql`delete from visit_salts where day < ${day}::date`)
}

/** Forgets who visited before a day, so many at most; what was counted stays. Returns how many went. */
export function deleteVisitsBefore(db: Db, day: string, limit: number): Promise<number> {
  return run(
    db,
    sql`delete from visits where ctid in (select ctid from visits where day < ${day}::date limit ${limit})`,
  )
}

export interface VisitorDay {
  day: string
  visitors: number
  joined: number
}

/** A page's visitors by day, and how many joined for the first time; days without either are missing. */
export function listVisitorDays(
  db: Db,
  creatorId: string,
  { from, to }: { from: string; to: string },
): Promise<VisitorDay[]> {
  return many(
    db,
    sql<VisitorDay>`select to_char(day, 'YYYY-MM-DD') as day, sum(visitors)::integer as visitors,
        sum(joined)::integer as joined from (
        select day, visitors, 0 as joined from visitor_days where creator_id = ${creatorId}
          and day between ${from}::date and ${to}::date
        union all
        select day, 0, new_members from creator_days where creator_id = ${creatorId}
          and day between ${from}::date and ${to}::date) counted
      group by counted.day having sum(visitors) > 0 or sum(joined) > 0 order by counted.day`,
  )
}

/** Where visitors came from, the most first; at most fifty. */
export function listSources(
  db: Db,
  creatorId: string,
  { from, to }: { from: string; to: string },
): Promise<{ host: string; visits: number }[]> {
  return many(
    db,
    sql<{ host: string; visits: number }>`select host, sum(visitors)::integer as visits from source_days
      where creator_id = ${creatorId} and day between ${from}::date and ${to}::date
      group by host order by visits desc, host limit 50`,
  )
}

/** Everything counted about visits of a page. */
export async function deleteVisitsOf(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`delete from visits where creator_id = ${creatorId}`)
  await run(db, sql`delete from visitor_days where creator_id = ${creatorId}`)
  await run(db, sql`delete from source_days where creator_id = ${creatorId}`)
  await run(db, sql`delete from post_days where creator_id = ${creatorId}`)
  await run(db, sql`delete from post_reach where creator_id = ${creatorId}`)
  await run(db, sql`delete from play_days where creator_id = ${creatorId}`)
}
