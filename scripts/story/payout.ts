import { exportBankFile, importBankResults } from '#server/domains/payouts/bank-file.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

/** An event of the story that happens on a day. */
export interface Happening {
  daysAgo: number
  happen: () => Promise<void>
}

/**
 * A creator enters where she is paid, requests what is available once the details are no longer held, and has it a few
 * days later.
 */
export function storyPayout(platform: Platform, creatorId: string): Happening[] {
  const inTransaction = <T>(work: (db: Db) => Promise<T>) => platform.database.db.transaction().execute(work)
  let payoutId = ''
  return [
    {
      daysAgo: 68,
      happen: () =>
        inTransaction(async (db) => {
          const form = {
            method: 'bank',
            holder: 'Asha Rao',
            accountNumber: '123456789012',
            ifsc: 'HDFC0001234',
          } as const
          await changeDetails(db, platform, { creatorId, form, now: platform.clock.now() })
        }),
    },
    {
      daysAgo: 62,
      happen: () =>
        inTransaction(async (db) => {
          const now = platform.clock.now()
          payoutId = (await requestPayout(db, creatorId, now)).id
          await approvePayout(db, payoutId, now)
        }),
    },
    {
      daysAgo: 61,
      happen: async () => {
        await inTransaction((db) => exportBankFile(db, platform, platform.clock.now()))
      },
    },
    {
      daysAgo: 58,
      happen: async () => {
        const results = `payout_id,status,bank_reference\n${payoutId},paid,HDFCN52026092312345678\n`
        await importBankResults(inTransaction, results, platform.clock.now())
      },
    },
  ]
}
