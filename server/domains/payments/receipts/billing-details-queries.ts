import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface BillingDetails {
  address: string
  gstin: string
}

export async function findBillingDetails(db: Db, userId: string): Promise<BillingDetails> {
  const row = await maybeOne(
    db,
    sql<BillingDetails>`select address, gstin from billing_details where user_id = ${userId}`,
  )
  return row ?? { address: '', gstin: '' }
}

export async function saveBillingDetails(
  db: Db,
  userId: string,
  details: BillingDetails,
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`insert into billing_details (user_id, address, gstin, updated_at)
      values (${userId}, ${details.address}, ${details.gstin}, ${now})
      on conflict (user_id) do update set address = excluded.address, gstin = excluded.gstin,
        updated_at = excluded.updated_at`,
  )
}
