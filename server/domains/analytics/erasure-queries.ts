import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** The page of an account; at most one. */
export async function listPageIds(db: Db, userId: string): Promise<string[]> {
  const rows = await many(db, sql<{ id: string }>`select id from creators where user_id = ${userId}`)
  return rows.map(({ id }) => id)
}

/** Everything counted about a page: nobody is left to read it. */
export async function deleteCountsOf(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`delete from mrr_movements where creator_id = ${creatorId}`)
  await run(db, sql`delete from creator_days where creator_id = ${creatorId}`)
  await run(db, sql`delete from creator_cohorts where creator_id = ${creatorId}`)
}
