import type { ReceiptYear } from '#contract/payments/receipts.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** From now on receipts are numbered by these years. */
export async function setReceiptYear(db: Db, year: ReceiptYear): Promise<void> {
  await run(db, sql`update receipt_settings set year_kind = ${year} where year_kind <> ${year}`)
}

/** The plan that an account was checked with; null if it wasn't checked, or the check was refused. */
export async function findCheckedPlan(db: Db, keyId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select provider_plan_id as id from payment_accounts where key_id = ${keyId}`,
  )
  return row?.id ?? null
}

export async function saveCheckedPlan(
  db: Db,
  account: { keyId: string; providerPlanId: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into payment_accounts (key_id, provider_plan_id, checked_at)
      values (${account.keyId}, ${account.providerPlanId}, ${account.now})
      on conflict (key_id) do update set provider_plan_id = excluded.provider_plan_id, checked_at = excluded.checked_at`,
  )
}
