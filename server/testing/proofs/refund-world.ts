import type { ProviderBooks } from '#scripts/provider-books.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { applyProviderDispute } from '#server/domains/payments/disputes/disputes.ts'
import { applyProviderRefund, REFUND_NOTE } from '#server/domains/payments/refunds/provider-refunds.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { exportBankFile, importBankResults } from '#server/domains/payouts/bank-file.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import { INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { newSuffix } from '#server/platform/ids.ts'
import type { RazorpayRefund } from '#server/platform/razorpay/entities.ts'

import type { TestApp } from '../test-app.ts'

const DAY_MS = 86_400_000

/** A charge as this small model sees it: nothing here is read from the database. Amounts in cents. */
export interface ToldPayment {
  id: string
  providerPaymentId: string
  amountCents: number
  feePaise: number
  /** Set aside for the supporter, or paid back to them. */
  refundedCents: number
  disputedCents: number
  /** The part that has left the provider. */
  goneCents: number
}

interface ToldRefund {
  refundId: string
  provider: RazorpayRefund
  isOver: boolean
}

interface ToldDispute {
  id: string
  payment: ToldPayment
  amountCents: number
  status: 'open' | 'won' | 'lost' | 'closed'
}

/** One creator with their charges, and everything that may happen to these. */
export interface RefundWorld {
  creatorId: string
  charge(amountCents: number): Promise<ToldPayment>
  /** Requests a refund of this amount (null: all that is left); false when it is refused. */
  refund(payment: ToldPayment, amountCents: number | null): Promise<boolean>
  /** The provider's report on a refund; sent twice. */
  settleRefund(at: number, status: 'pending' | 'processed' | 'failed'): Promise<boolean>
  /** The operator refunds money in the provider's own dashboard. */
  refundAtProvider(payment: ToldPayment, amountCents: number): Promise<void>
  dispute(payment: ToldPayment): Promise<void>
  settleDispute(at: number, status: 'won' | 'lost' | 'closed'): Promise<boolean>
  /** Requests, approves and sends the balance; returns the payout in cents, or null when there was none. */
  payOut(outcome: 'paid' | 'failed' | 'reversed'): Promise<number | null>
  payments: readonly ToldPayment[]
  books(): Pick<ProviderBooks, 'payments' | 'lostDisputes'>
}

/** Opens a page whose charges are old enough to be paid out. */
export async function openRefundWorld(
  app: TestApp,
  platformPlan: 'Basic' | 'Pro' | 'Premium',
): Promise<RefundWorld> {
  const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)
  const now = app.clock.now()
  const { id: creatorId } = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan })
  const member = await aUser(app.db)
  const chargedAt = new Date(now.getTime() - 9 * DAY_MS)
  await inTransaction((db) => changeDetails(db, app.platform, { creatorId, form: INDIAN_BANK, now }))
  const payments: ToldPayment[] = []
  const waiting: { refundId: string; payment: ToldPayment; amountCents: number }[] = []
  const refunds: (ToldRefund & { payment: ToldPayment })[] = []
  const disputes: ToldDispute[] = []

  function providerRefund(
    payment: ToldPayment,
    amountCents: number,
    refundId: string | null,
  ): RazorpayRefund {
    return {
      id: `rfnd_${newSuffix()}`,
      payment_id: payment.providerPaymentId,
      amount: amountCents,
      currency: 'USD',
      status: 'pending',
      created_at: Math.floor(now.getTime() / 1000),
      notes: refundId === null ? {} : { [REFUND_NOTE]: refundId },
    }
  }
  async function say(provider: RazorpayRefund): Promise<void> {
    for (let times = 0; times < 2; times += 1)
      await inTransaction((db) => applyProviderRefund(db, provider, now))
  }

  return {
    creatorId,
    payments,
    async charge(amountCents) {
      const feePaise = Math.round((amountCents * 83 * 3) / 100)
      const plan = await aPlan(app.db, creatorId, { priceCents: amountCents })
      // A membership of its own, ended, so that its time follows from this payment alone.
      const { id: subscriptionId } = await aSubscription(app.db, member.id, plan, {
        status: 'canceled',
        accessUntil: new Date(chargedAt.getTime() + 30 * DAY_MS),
        now: chargedAt,
      })
      const made = await aPayment(app.db, {
        subscriptionId,
        memberId: member.id,
        plan,
        amountCents,
        capturedAt: chargedAt,
        providerFee: { feeMinor: feePaise, baseAmountMinor: amountCents * 83 },
      })
      const payment = { ...made, amountCents, feePaise, refundedCents: 0, disputedCents: 0, goneCents: 0 }
      payments.push(payment)
      return payment
    },
    async refund(payment, amountCents) {
      const order = { paymentId: payment.id, origin: 'operator', amountCents, reason: 'Asked', now } as const
      const row = await inTransaction((db) => refundPayment(db, order)).catch(() => null)
      if (!row) return false
      payment.refundedCents += row.amountCents
      waiting.push({ refundId: row.id, payment, amountCents: row.amountCents })
      return true
    },
    async settleRefund(at, status) {
      const asked = waiting[at % (waiting.length + 1)]
      if (asked) {
        waiting.splice(waiting.indexOf(asked), 1)
        const { refundId, payment, amountCents } = asked
        const provider = providerRefund(payment, amountCents, refundId)
        refunds.push({ refundId, payment, provider, isOver: false })
        payment.goneCents += amountCents
        await say(provider)
      }
      const open = refunds.filter(({ isOver }) => !isOver)
      const refund = open[at % Math.max(1, open.length)]
      if (!refund || status === 'pending') return asked !== undefined
      refund.isOver = true
      await say({ ...refund.provider, status })
      // A late report changes nothing.
      await say(refund.provider)
      if (status === 'failed') {
        refund.payment.refundedCents -= refund.provider.amount
        refund.payment.goneCents -= refund.provider.amount
      }
      return true
    },
    async refundAtProvider(payment, amountCents) {
      const provider = providerRefund(payment, amountCents, null)
      payment.refundedCents += amountCents
      payment.goneCents += amountCents
      refunds.push({ refundId: '', payment, provider, isOver: false })
      await say(provider)
    },
    async dispute(payment) {
      const amountCents = payment.amountCents - payment.refundedCents - payment.disputedCents
      const dispute: ToldDispute = { id: `disp_${newSuffix()}`, payment, amountCents, status: 'open' }
      payment.disputedCents += amountCents
      disputes.push(dispute)
      await sayDispute(dispute)
    },
    async settleDispute(at, status) {
      const open = disputes.filter((dispute) => dispute.status === 'open')
      const dispute = open[at % Math.max(1, open.length)]
      if (!dispute) return false
      dispute.status = status
      if (status !== 'lost') dispute.payment.disputedCents -= dispute.amountCents
      await sayDispute(dispute)
      return true
    },
    async payOut(outcome) {
      const payout = await inTransaction((db) => requestPayout(db, creatorId, now)).catch(() => null)
      if (!payout) return null
      await inTransaction((db) => approvePayout(db, payout.id, now))
      await inTransaction((db) => exportBankFile(db, app.platform, now))
      for (const status of outcome === 'reversed' ? ['paid', 'reversed', 'reversed'] : [outcome, outcome])
        await importBankResults(inTransaction, `payout_id,status\n${payout.id},${status}`, now)
      return payout.amountCents
    },
    books: () => ({
      payments: payments.map((payment) => ({
        id: payment.providerPaymentId,
        amount: payment.amountCents,
        currency: 'USD',
        captured: true,
        refunded: payment.goneCents,
        fee: payment.feePaise,
        feeCurrency: 'INR',
      })),
      lostDisputes: disputes
        .filter(({ status }) => status === 'lost')
        .map(({ id, payment, amountCents }) => ({
          id,
          payment: payment.providerPaymentId,
          amount: amountCents,
          currency: 'USD',
        })),
    }),
  }

  async function sayDispute({ id, payment, amountCents, status }: ToldDispute): Promise<void> {
    const provider = { id, payment_id: payment.providerPaymentId, amount: amountCents, status, created_at: 0 }
    for (let times = 0; times < 2; times += 1)
      await inTransaction((db) => applyProviderDispute(db, provider, now))
  }
}
