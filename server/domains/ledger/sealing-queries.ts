import { type Db, one, sql } from '#server/platform/db/query.ts'

/** Seals what waits, oldest first; answers how many. 0 also while another node is at it. */
export async function sealWaiting(db: Db, most: number): Promise<number> {
  return (await one(db, sql<{ count: number }>`select ledger_seal_waiting(${most}) as count`)).count
}
