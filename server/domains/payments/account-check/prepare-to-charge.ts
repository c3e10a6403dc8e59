import { transactionsOf } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { setReceiptYear } from './account-check-queries.ts'
import { checkAccount } from './account-check.ts'

/** Prepares payments at each start: sets the receipt years as configured, and checks the payment account. */
export async function prepareToCharge({ config, database }: Platform): Promise<void> {
  await transactionsOf(database.db)(async (db) => {
    await setReceiptYear(db, config.receiptYear)
    await enqueue(db, checkAccount, {}, { key: 'check-account' })
  })
}
