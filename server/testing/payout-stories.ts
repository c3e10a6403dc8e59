import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { exportBankFile, importBankResults } from '#server/domains/payouts/bank-file.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { findPayout } from '#server/domains/payouts/payout-queries.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import { payByRazorpayX } from '#server/domains/payouts/razorpayx.ts'
import { INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'

import { moveClocksTogether, steerSandbox } from './sandbox.ts'
import type { TestApp } from './test-app.ts'

const WEEK_AND_MORE_SECONDS = 9 * 86_400

/** Creators who each earned $90, waited until it was available, and were paid this way. Needs an app with RazorpayX. */
export async function payOut(
  app: TestApp,
  ways: readonly ('processed' | 'reversed' | 'bank_file')[],
): Promise<void> {
  const sandbox = steerSandbox(app)
  const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)
  const creatorIds: string[] = []
  for (const _ of ways) {
    const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
    const plan = await aPlan(app.db, creator.id, { priceCents: 10_000 })
    await joinAndPay(app.platform, { memberId: (await aUser(app.db)).id, planId: plan.id })
    creatorIds.push(creator.id)
  }
  await moveClocksTogether(app, WEEK_AND_MORE_SECONDS)
  const now = app.clock.now()
  for (const [index, creatorId] of creatorIds.entries()) {
    const way = ways[index]
    await inTransaction((db) => changeDetails(db, app.platform, { creatorId, form: INDIAN_BANK, now }))
    const { id } = await inTransaction((db) => requestPayout(db, creatorId, now))
    await inTransaction((db) => approvePayout(db, id, now))
    if (way === 'bank_file') {
      await inTransaction((db) => exportBankFile(db, app.platform, now))
      await importBankResults(inTransaction, `payout_id,status,bank_reference\n${id},paid,UTR1`, now)
      continue
    }
    const context = { platform: app.platform, now, signal: new AbortController().signal }
    await payByRazorpayX.run(inTransaction, { payoutId: id }, context)
    const payout = await findPayout(app.db, id)
    for (const outcome of way === 'reversed' ? ['processed', 'reversed'] : ['processed']) {
      await sandbox.post(`/payouts/${payout?.providerPayoutId}/settle`, { outcome })
      await sandbox.deliver()
    }
  }
}
