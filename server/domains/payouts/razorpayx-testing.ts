import type { PayoutDetailsForm } from '#contract/payouts/details.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import { changeDetails } from './details.ts'
import { findPayout } from './payout-queries.ts'
import { approvePayout, requestPayout } from './payouts.ts'
import { payByRazorpayX } from './razorpayx.ts'
import { INDIAN_BANK } from './testing.ts'

/** For `startTestApp`: payouts are paid by RazorpayX. */
export const RAZORPAY_X = { RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' }

interface SandboxPayout {
  id: string
  amount: number
  referenceId: string
}

/** Approved payouts, and a hand on what RazorpayX does with them. */
export function payoutDesk(app: TestApp) {
  const sandbox = steerSandbox(app)
  const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

  /** An approved payout of $90. */
  async function anApprovedPayout(form: PayoutDetailsForm = INDIAN_BANK) {
    const now = app.clock.now()
    const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
    const plan = await aPlan(app.db, creator.id)
    const member = await aUser(app.db)
    const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
    const capturedAt = new Date(now.getTime() - 9 * 86_400_000)
    await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
    await inTransaction((db) => changeDetails(db, app.platform, { creatorId: creator.id, form, now }))
    const { id } = await inTransaction((db) => requestPayout(db, creator.id, now))
    await inTransaction((db) => approvePayout(db, id, now))
    return { id, creatorId: creator.id }
  }

  const context = () => ({
    platform: app.platform,
    now: app.clock.now(),
    signal: new AbortController().signal,
  })
  return {
    sandbox,
    inTransaction,
    anApprovedPayout,
    pay: (payoutId: string, within: InTransaction = inTransaction) =>
      payByRazorpayX.run(within, { payoutId }, context()),
    statusOf: async (id: string) => (await findPayout(app.db, id))?.status,
    atProvider: async () =>
      Object.values((await sandbox.get('/state'))['payouts'] as Record<string, SandboxPayout>),
    async settle(payoutId: string, outcome: string) {
      const { providerPayoutId } = (await findPayout(app.db, payoutId)) ?? {}
      await sandbox.post(`/payouts/${providerPayoutId}/settle`, { outcome })
      await sandbox.deliver()
    },
  }
}
