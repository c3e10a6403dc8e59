import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** Openings count for so long after a post came out. */
const COUNTED_HOURS = 168

/** Of `o`, an opening, and `r`, its post's reach: within the week, by somebody who was a member when it came out. */
const countsSql = sql`o.first_opened_at < r.published_at + make_interval(hours => ${COUNTED_HOURS})
  and exists (select from mrr_standings s join mrr_movements m on m.subscription_id = s.subscription_id
    where s.creator_id = r.creator_id and s.member_id = o.member_id and m.at <= r.published_at)`

/** Until when first openings are counted, locked; null: another node is counting. */
export function lockOpenings(db: Db): Promise<{ until: Date } | null> {
  return maybeOne(db, sql<{ until: Date }>`select until from openings_counted for update skip locked`)
}

/** Adds what was opened for the first time between two moments to posts that are counted. */
export async function addOpenings(db: Db, { from, until }: { from: Date; until: Date }): Promise<void> {
  await run(
    db,
    sql`update post_reach r set opened = r.opened + own.count from (
        select o.post_id, count(*)::integer as count from post_openings o join post_reach r on r.post_id = o.post_id
        where o.first_opened_at > ${from} and o.first_opened_at <= ${until} and r.opened is not null
          and not r.is_final and ${countsSql}
        group by 1 order by 1) own
      where r.post_id = own.post_id`,
  )
  await run(db, sql`update openings_counted set until = ${until}`)
}

/**
 * Posts that were never counted, and those whose week is over, which are counted once more for openings that were written
 * late; so many at most.
 */
export async function listToRecount(
  db: Db,
  { finalBefore, limit }: { finalBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`(select post_id as id from post_reach where opened is null limit ${limit})
      union (select post_id from post_reach where not is_final and published_at < ${finalBefore} limit ${limit})`,
  )
  return rows.map(({ id }) => id)
}

export async function recountOpenings(
  db: Db,
  postIds: readonly string[],
  { until, finalBefore }: { until: Date; finalBefore: Date },
): Promise<void> {
  await run(
    db,
    sql`update post_reach r set is_final = r.published_at < ${finalBefore},
        opened = (select count(*) from post_openings o where o.post_id = r.post_id
          and o.first_opened_at <= ${until} and ${countsSql})
      where r.post_id = any(${[...postIds]}::uuid[])`,
  )
}
