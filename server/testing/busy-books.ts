import { giveRefund, requestRefund } from '#contract/payments/refund-routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { publishSeal } from '#server/domains/ledger/published-seals.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import { INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import type { TestApp } from './app-on-database.ts'
import { aPayablePage } from './payable-page.ts'
import { payOut } from './payout-stories.ts'
import { moveClocksTogether, steerSandbox } from './sandbox.ts'

/**
 * Busy books: refunds of every ending, disputes open, won and lost, payouts of every kind, one of them on its way, and a
 * published seal. Needs an app with RazorpayX.
 */
export async function fillBusyBooks(app: TestApp): Promise<void> {
  const sandbox = steerSandbox(app)
  await payOut(app, ['processed', 'reversed', 'bank_file'])
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id, { priceCents: 10_000 })
  await joinAndPay(app.platform, { memberId: (await aUser(app.db)).id, planId: plan.id })
  await moveClocksTogether(app, 9 * 86_400)
  const now = app.clock.now()
  await app.db.transaction().execute(async (db) => {
    await changeDetails(db, app.platform, { creatorId: creator.id, form: INDIAN_BANK, now })
    const { id } = await requestPayout(db, creator.id, now)
    await approvePayout(db, id, now)
  })
  for (const step of ['part', 'whole', 'failed', 'lost', 'won', 'open', 'none'] as const) {
    const page = await aPayablePage(app)
    const payment = await page.join()
    const reason = 'Not for me'
    if (step === 'part')
      await app.call(giveRefund, { paymentId: payment.id, reason, amount: 4 }, { as: page.owners })
    if (step === 'failed') await sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: 0 })
    if (step === 'whole' || step === 'failed')
      await app.call(requestRefund, { paymentId: payment.id, reason }, { as: page.members })
    if (step === 'lost' || step === 'won' || step === 'open') {
      const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
      await sandbox.deliver()
      if (step !== 'open') await sandbox.post(`/disputes/${String(id)}/settle`, { outcome: step })
    }
    await app.drain()
    await sandbox.post('/clock', { advanceSeconds: 1 })
    await sandbox.deliver()
    await sandbox.post('/knobs', { reset: true })
  }
  await enqueue(app.db, publishSeal, {})
  await app.drain()
}
