import { type Db, run, sql } from '#server/platform/db/query.ts'

export { exportBankFile } from './bank-file.ts'

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
