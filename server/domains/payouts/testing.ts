import { type Db, one, run, sql } from '#server/platform/db/query.ts'

/** Details of a creator who is paid in India, as the form sends them. */
export const INDIAN_BANK = {
  method: 'bank',
  holder: 'Asha Rao',
  accountNumber: '50100123456789',
  ifsc: 'HDFC0001234',
} as const

/** As if the hold on new details had passed. */
export async function endDetailsHold(db: Db, creatorId: string, now: Date): Promise<void> {
  await run(db, sql`update payout_details set held_until = ${now} where creator_id = ${creatorId}`)
}

/** A payout that was requested; with `heldBy`, one that this member of the staff holds for a week. */
export async function aRequestedPayout(
  db: Db,
  creatorId: string,
  { heldBy, now = new Date() }: { heldBy?: string; now?: Date } = {},
): Promise<{ id: string }> {
  const payout = await one(
    db,
    sql<{
      id: string
    }>`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details,
        details_hint, requested_at)
      values (gen_random_uuid(), ${creatorId}, 9000, 'USD', 'requested', 'bank', '', '•••• 6789', ${now}) returning id`,
  )
  if (heldBy !== undefined)
    await run(
      db,
      sql`insert into payout_holds (id, payout_id, held_at, until_at, reason, held_by)
        values (gen_random_uuid(), ${payout.id}, ${now}, ${now}::timestamptz + interval '7 days', 'Looks wrong', ${heldBy})`,
    )
  return payout
}
