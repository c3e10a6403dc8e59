import { type Db, maybeOne, one, sql } from '#server/platform/db/query.ts'

/** Numbers payments that wait for it; answers how many. `isUrgent`: waits for whoever does it at this moment. */
export async function issueWaiting(
  db: Db,
  { most, isUrgent }: { most: number; isUrgent: boolean },
): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select receipts_issue_waiting(${most}, ${isUrgent}) as count`,
  )
  return count
}

export async function isWaiting(db: Db, paymentId: string): Promise<boolean> {
  return (
    (await maybeOne(db, sql`select from receipts_waiting where payment_id = ${paymentId} limit 1`)) !== null
  )
}
