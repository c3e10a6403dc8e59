import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

/** Who paid, and whose page; null: there is no such payment. */
export function findPayer(db: Db, paymentId: string): Promise<{ userId: string; creatorId: string } | null> {
  return maybeOne(
    db,
    sql<{ userId: string; creatorId: string }>`select member_id as "userId", creator_id as "creatorId"
      from payments where id = ${paymentId}`,
  )
}
