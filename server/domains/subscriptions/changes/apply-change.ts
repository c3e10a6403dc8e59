import { afterChange, afterReactivation } from '#contract/subscriptions/engine/lifecycle.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { equivalentsAfter } from '#contract/subscriptions/engine/proration.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { RazorpaySubscription } from '#server/platform/razorpay/entities.ts'

import { isQuoteStillValid } from '../checkout/order-validity.ts'
import { bookPayment, type Circumstance, keepCard, type PaidPeriod } from '../lifecycle/apply-charge.ts'
import { giveNotice } from '../notices/notices.ts'
import { enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import {
  lockSubscription,
  membershipOf,
  replaceProviderSubscription,
  type SubscriptionRow,
} from '../queries.ts'
import { refundOverpayment } from '../refunds/overpayment.ts'
import { saveMembership } from '../save-membership.ts'
import { carryToNextCharge } from './carried-amounts.ts'
import {
  type ChangeRow,
  closeChange,
  findChange,
  keepFormer,
  lockChange,
  markChangeApplied,
} from './change-queries.ts'

/** What the provider reports about the subscription that a change made there. */
export interface ChangeNews {
  provider: Pick<RazorpaySubscription, 'id' | 'status'>
  /** The captured payment that came with the registration of the card, with its period when it paid for one. */
  payment: PaidPeriod | null
}

const REGISTERED = new Set(['authenticated', 'active', 'pending', 'halted'])
/** It will never charge again, so no membership can run on it. */
const OVER = new Set(['cancelled', 'expired', 'completed'])

/**
 * Applies a change once it is paid, or its card registered: the new terms take effect, the provider's new subscription
 * replaces the old one, and the old one is cancelled. Until then everything stays as it was. A change that no longer
 * matches its quote has no effect, and money paid for it goes back. Safe to run again.
 */
export async function applyChange(
  db: Db,
  changeId: string,
  news: ChangeNews,
  circumstance: Circumstance,
): Promise<void> {
  const found = await findChange(db, changeId)
  if (!found) return
  const row = await lockSubscription(db, found.subscriptionId)
  const change = await lockChange(db, changeId)
  if (!change || change.status === 'applied') return
  const isPaid = news.payment !== null
  const isOver = OVER.has(news.provider.status)
  const isAgreed = isPaid || (change.chargedNowCents === 0 && REGISTERED.has(news.provider.status))
  const { now } = circumstance
  if (!isAgreed) {
    if (isOver && change.status === 'open') await closeChange(db, change.id, { because: 'expired', now })
    return
  }
  if (isOver || !(await isQuoteStillValid(db, row, change))) {
    if (change.status === 'open') await closeChange(db, change.id, { because: 'outdated', now })
    return giveBack(db, row, change, news, circumstance)
  }
  await markChangeApplied(db, change.id, { replacedProviderId: row.providerSubscriptionId, now })
  await replaceProviderSubscription(db, row.id, { id: news.provider.id, pageUrl: change.providerPageUrl })
  if (news.payment) await keepCard(db, row.id, news.payment.payment)
  const paymentId = news.payment && (await book(db, row, change, news.payment, circumstance))
  await keepFormer(db, change.id, { paymentId, former: membershipOf(row) })
  const after = membershipAfter(row, change, news.payment)
  await saveMembership(db, row.id, after, now)
  await giveNotice(db, {
    subscriptionId: row.id,
    kind: change.kind === 'reactivation' ? 'recovered' : 'changed',
    about: change.createdAt,
    now,
  })
  if (after.carriedCents > 0)
    await enqueue(db, carryToNextCharge, { subscriptionId: row.id }, { key: `carry:${row.id}` })
  if (row.providerSubscriptionId) await enqueueCancelReplaced(db, row.providerSubscriptionId)
}

function membershipAfter(row: SubscriptionRow, change: ChangeRow, payment: PaidPeriod | null): Membership {
  const before = membershipOf(row)
  if (change.kind === 'reactivation')
    return afterReactivation(
      before,
      change,
      change.startsAt === null && payment ? { ...payment, amountCents: payment.payment.amount } : null,
    )
  const startsAt = change.startsAt ?? row.accessUntil
  if (startsAt === null) return before
  return afterChange(before, change, {
    timing: change.timing,
    carriedCents: change.carriedCents,
    accessUntil: startsAt,
    nextChargeAt: startsAt,
    period: {
      from: change.periodFrom ?? change.quotedAt,
      until: startsAt,
      worthCents: change.periodWorthCents ?? change.creditCents + change.chargedNowCents,
    },
    equivalents:
      change.settledBy === 'time' && before.period !== null
        ? equivalentsAfter({ ...before, period: before.period }, change, change.quotedAt)
        : [],
  })
}

async function book(
  db: Db,
  row: SubscriptionRow,
  change: ChangeRow,
  { payment, from, until }: PaidPeriod,
  { now, log }: Circumstance,
): Promise<string | null> {
  const chargedAt = payment.created_at ? new Date(payment.created_at * 1000) : now
  // The carried amount is part of the first amount that can be charged.
  const { carriedCents } = row
  const bought =
    change.startsAt === null
      ? { ...change, kind: 'period' as const, from: from ?? chargedAt, until, carriedCents }
      : { ...change, kind: 'proration' as const, from: chargedAt, until: change.startsAt, carriedCents }
  const paymentId = await bookPayment(db, row, { bought, payment, now })
  if (payment.amount !== change.chargedNowCents || payment.currency !== change.currency)
    log.error({ subscriptionId: row.id, changeId: change.id, paymentId }, 'a charge differs from its preview')
  return paymentId
}

/**
 * Paid too late, for a change that was given up or no longer fits: its subscription may never charge again, and the
 * money goes back.
 */
async function giveBack(
  db: Db,
  row: SubscriptionRow,
  change: ChangeRow,
  { provider, payment }: ChangeNews,
  circumstance: Circumstance,
): Promise<void> {
  await enqueueCancelReplaced(db, provider.id)
  if (!payment) return
  const paymentId = await book(db, row, change, payment, circumstance)
  if (paymentId !== null) await refundOverpayment(db, row, { ...circumstance, paymentId, reason: 'outdated' })
}
