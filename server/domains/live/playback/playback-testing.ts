import { type Db, run, sql } from '#server/platform/db/query.ts'

/** The owner of a page blocks somebody, who then may not come any more. */
export async function leavePage(db: Db, ownerId: string, personId: string): Promise<void> {
  await run(
    db,
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${ownerId}, ${personId}, now())`,
  )
}
