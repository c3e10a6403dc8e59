import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** The post from which on all are searched, locked; null: another node is filling. */
export function lockFilledFrom(db: Db): Promise<{ fromId: string } | null> {
  return maybeOne(
    db,
    sql<{ fromId: string }>`select from_id as "fromId" from post_search_filled for update skip locked`,
  )
}

export async function noteFilledFrom(db: Db, fromId: string): Promise<void> {
  await run(db, sql`update post_search_filled set from_id = ${fromId}`)
}

/**
 * Fills in the posts before one, newest first; locked, so that a text isn't kept that is being erased. Returns the last of them; null: there are none. */
export async function fillSearchBefore(db: Db, id: string, limit: number): Promise<string | null> {
  const { lastId } = await one(
    db,
    sql<{ lastId: string | null }>`with batch as (
        select p as post, p.id from posts p where p.id < ${id} order by p.id desc limit ${limit} for update),
      filled as (select batch.id, keep_post_search(batch.post) from batch)
      select (select id from filled order by id limit 1) as "lastId"`,
  )
  return lastId
}
