import { maskedAddress } from '#contract/payouts/details.ts'
import type { ProviderDates } from '#contract/subscriptions/engine/coming-charges.ts'
import { afterCharge, afterProviderStatus } from '#contract/subscriptions/engine/lifecycle.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { addIntervals } from '#contract/subscriptions/engine/periods.ts'
import { termsOf } from '#contract/subscriptions/engine/terms.ts'
import { subscriptionMessages } from '#contract/subscriptions/messages.ts'
import { type Purchase, providerFeeOf, recordCharge, refundUpTo } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { RazorpayPayment, RazorpaySubscription } from '#server/platform/razorpay/entities.ts'

import { carryToNextCharge } from '../changes/carried-amounts.ts'
import { closeOutdatedChange } from '../changes/open-changes.ts'
import { setCard, setUpi } from '../checkout/card-queries.ts'
import { isNotOffered } from '../checkout/order-validity.ts'
import { subscriptionActivated } from '../events.ts'
import { giveNotice } from '../notices/notices.ts'
import { markProviderTold, setProviderDates } from '../provider-sync/provider-queries.ts'
import {
  findSubscriptionByProviderId,
  lockSubscription,
  membershipOf,
  raisePaidCount,
  type SubscriptionRow,
} from '../queries.ts'
import { refundOverpayment, reasonForOverpayment } from '../refunds/overpayment.ts'
import { saveMembership } from '../save-membership.ts'

export interface Circumstance {
  now: Date
  log: Log
}

export interface PaidPeriod {
  payment: RazorpayPayment
  /** When it began; null if the provider does not say. */
  from: Date | null
  /** When the paid period ends. */
  until: Date
  /** How many periods the provider counts as paid. */
  paidCount: number
  /** The provider's calendar after that; absent if it didn't come with the charge. */
  told?: ProviderDates
  /** Only a webhook has told of it. */
  isUnconfirmed?: boolean
}

/** The calendar that the provider reports with its subscription. */
export function providerDatesOf({
  charge_at: chargeAt,
  start_at: startsAt,
}: Pick<RazorpaySubscription, 'charge_at' | 'start_at'>): ProviderDates {
  return {
    chargeAt: chargeAt ? new Date(chargeAt * 1000) : null,
    startsAt: startsAt ? new Date(startsAt * 1000) : null,
  }
}

/**
 * Applies a charge that the provider reports: books the money, then opens access. A captured payment is a fact, so it
 * does not matter when, how often or in which order it is reported. `isOfCurrent`: charged by the provider's
 * subscription that this one runs on, not by one that a change replaced. Answers whether it reopened an ended
 * membership: a bank agreed late, and nothing at the provider may charge for it any more.
 */
export async function applyCharge(
  db: Db,
  subscriptionId: string,
  { isOfCurrent, ...period }: PaidPeriod & { isOfCurrent: boolean },
  { now, log }: Circumstance,
): Promise<{ hasReopened: boolean }> {
  const { payment } = period
  if (payment.status !== 'captured' && payment.status !== 'refunded') return { hasReopened: false }
  const row = await lockSubscription(db, subscriptionId)
  const before = membershipOf(row)
  const wasOwedBeforeHold = isFromBefore(row.heldAt, period)
  const facts = { ...period, amountCents: payment.amount, isOfCurrent, wasOwedBeforeHold }
  // Another report of a period already paid opens nothing, so there is nothing to check.
  const opensTime = row.accessUntil === null || period.until > row.accessUntil
  const after = afterCharge(before, facts, opensTime && (await isNotOffered(db, row)))
  const agreed = after === 'overpayment' ? before : after
  const bought = {
    ...agreed,
    kind: 'period' as const,
    from: period.from ?? addIntervals(period.until, agreed.interval, -1),
    until: period.until,
    carriedCents: before.carriedCents - agreed.carriedCents,
  }
  const { isUnconfirmed = false } = period
  const paymentId = await bookPayment(db, row, { bought, payment, isUnconfirmed, now })
  // Known money changes nothing: a late duplicate must not reopen what has ended since. Not every report of a charge
  // tells how many there were. Money that was refunded before we heard of it is booked, and so is its refund; it opens
  // nothing, but it counts.
  if (paymentId === null || payment.status === 'refunded') {
    if (isOfCurrent) await raisePaidCount(db, row.id, period.paidCount)
    return { hasReopened: false }
  }
  if (after === 'overpayment') {
    const reason = await reasonForOverpayment(db, row, isOfCurrent)
    await refundOverpayment(db, row, { paymentId, reason, now, log })
    return { hasReopened: false }
  }
  if (payment.amount < agreed.priceCents || payment.currency !== row.currency)
    log.error({ subscriptionId: row.id, paymentId }, 'a charge differs from the agreed price')
  await saveMembership(db, row.id, after, now)
  await keepCard(db, row.id, payment)
  await closeOutdatedChange(db, row.id, now)
  // An older charge that is reported late knows nothing of the next one.
  if (period.told && after.accessUntil?.getTime() === period.until.getTime())
    await setProviderDates(db, row.id, period.told)
  const carriedCents = before.carriedCents - after.carriedCents
  await returnExcess(db, { paymentId, excessCents: payment.amount - agreed.priceCents - carriedCents, now })
  if (after.carriedCents > 0)
    await enqueue(db, carryToNextCharge, { subscriptionId: row.id }, { key: `carry:${row.id}` })
  if (before.status === 'past_due' && row.accessUntil !== null)
    await giveNotice(db, { subscriptionId: row.id, kind: 'recovered', about: row.accessUntil, now })
  if (row.paidCount === 0 && row.accessUntil === null)
    await emit(db, subscriptionActivated, { subscriptionId: row.id, paymentId }, now)
  return { hasReopened: before.status === 'expired' && after.status === 'active' }
}

/**
 * The payment's date is not enough: a bank that is asked ahead may have been asked before the hold, for a period that
 * had not begun.
 */
function isFromBefore(heldAt: Date | null, { payment, from }: PaidPeriod): boolean {
  if (heldAt === null || from === null || !payment.created_at) return false
  return payment.created_at * 1000 < heldAt.getTime() && from < heldAt
}

/** Nobody pays more than they agreed to: if the provider keeps charging an old price, the rest goes back. */
async function returnExcess(
  db: Db,
  { paymentId, excessCents, now }: { paymentId: string; excessCents: number; now: Date },
): Promise<void> {
  if (excessCents <= 0) return
  const reason = subscriptionMessages.priceIsLower
  await refundUpTo(db, { paymentId, origin: 'rule', amountCents: excessCents, reason, now })
}

/** Books a captured payment on a locked subscription; answers our id for it, or null if it is already known. */
export async function bookPayment(
  db: Db,
  row: SubscriptionRow,
  {
    bought,
    payment,
    isUnconfirmed = false,
    now,
  }: {
    bought: Purchase & { planId: string }
    payment: RazorpayPayment
    isUnconfirmed?: boolean
    now: Date
  },
): Promise<string | null> {
  return recordCharge(
    db,
    {
      subscriptionId: row.id,
      memberId: row.memberId,
      creatorId: row.creatorId,
      planId: bought.planId,
      bought,
    },
    {
      providerPaymentId: payment.id,
      amountCents: payment.amount,
      currency: payment.currency,
      capturedAt: payment.created_at ? new Date(payment.created_at * 1000) : now,
      refundedCents: payment.amount_refunded ?? 0,
      providerFee: providerFeeOf(payment),
      isUnconfirmed,
    },
    now,
  )
}

/** Stores what a payment tells about the card that is charged from now on, or the UPI ID that is debited. */
export async function keepCard(db: Db, id: string, { card, vpa }: RazorpayPayment): Promise<void> {
  if (vpa) await setUpi(db, id, maskedAddress(vpa))
  else if (card) await setCard(db, id, cardOf(card))
}

/**
 * Books a captured payment that paid for no period, because another one had paid its invoice: a bank agreed late to a
 * card that the member had given up on. The money goes back.
 */
export async function applySecondPayment(
  db: Db,
  subscriptionId: string,
  payment: RazorpayPayment,
  { now, log }: Circumstance,
): Promise<void> {
  const row = await lockSubscription(db, subscriptionId)
  const at = payment.created_at ? new Date(payment.created_at * 1000) : now
  const bought = { ...termsOf(membershipOf(row)), kind: 'period' as const, from: at, until: at }
  const paymentId = await bookPayment(db, row, { bought, payment, now })
  if (paymentId !== null && payment.status === 'captured')
    await refundOverpayment(db, row, { paymentId, reason: 'twice', now, log })
}

/** A card works to the last moment of its month. */
function cardOf(card: NonNullable<RazorpayPayment['card']>) {
  const month = Number(card.expiry_month ?? 0)
  const year = Number(card.expiry_year ?? 0)
  return {
    network: card.network ?? null,
    last4: card.last4 ?? null,
    isInternational: card.international ?? null,
    expiresAt: month > 0 && year > 0 ? new Date(Date.UTC(year < 100 ? 2000 + year : year, month)) : null,
  }
}

/** Follows the provider's present state. Access doesn't depend on it: access ends with the paid time. */
export async function applyProviderState(
  db: Db,
  provider: Pick<RazorpaySubscription, 'id' | 'status' | 'charge_at' | 'start_at'>,
  { now }: Circumstance,
): Promise<void> {
  const found = await findSubscriptionByProviderId(db, provider.id)
  if (!found) return
  const row = await lockSubscription(db, found.id)
  // A change may have replaced it while we waited.
  if (row.providerSubscriptionId !== provider.id) return
  await setProviderDates(db, row.id, providerDatesOf(provider))
  const before = membershipOf(row)
  const after = afterProviderStatus(before, provider.status, now)
  if (isSameStanding(before, after)) return
  // Stopped here, and the provider has not heard of it yet.
  if (row.heldAt !== null && after.status === 'active') return
  await saveMembership(db, row.id, after, now)
  // Nothing there charges for it any more: continuing needs the card once more.
  if (after.cancelAtPeriodEnd && !before.cancelAtPeriodEnd) await markProviderTold(db, row.id, now)
  await closeOutdatedChange(db, row.id, now)
  if (after.status === 'past_due' && row.accessUntil !== null)
    await giveNotice(db, { subscriptionId: row.id, kind: 'payment_failed', about: row.accessUntil, now })
}

function isSameStanding(one: Membership, other: Membership): boolean {
  return one.status === other.status && one.cancelAtPeriodEnd === other.cancelAtPeriodEnd
}
