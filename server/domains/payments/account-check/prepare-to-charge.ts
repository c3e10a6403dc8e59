import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { setReceiptYear } from './account-check-queries.ts'
import { checkAccount } from './account-check.ts'

/** What is done for payments at each start: the years of receipts as configured, and a look at the payment account. */
export async function prepareToCharge({ config, database }: Platform): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await setReceiptYear(db, config.receiptYear)
    await enqueue(db, checkAccount, {}, { key: 'check-account' })
  })
}
