import { centsFromDollars } from '#contract/money.ts'
import { planFailures } from '#contract/plans/failures.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import { secondsBetween } from '#contract/subscriptions/engine/periods.ts'
import {
  CLOSED_BEFORE_RENEWAL_SECONDS,
  type ChangePreview,
  type ChangeRefusal,
  type ChangeTiming,
  kindOfChange,
  previewChange,
  usualTiming,
} from '#contract/subscriptions/engine/plan-change.ts'
import { beginsAnew, previewReturn } from '#contract/subscriptions/engine/return.ts'
import { isSameTerms, termsOf } from '#contract/subscriptions/engine/terms.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { getOfferedPlan, holdOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'

import { refuseOverBudget } from '../checkout/budget.ts'
import { termsFor } from '../checkout/member-terms.ts'
import { attachProviderSubscription } from '../provider-sync/attach-provider-subscription.ts'
import { createOnce } from '../provider-sync/create-provider-subscription.ts'
import {
  abandonProviderCall,
  claimProviderCall,
  type OrderIntent,
} from '../provider-sync/provider-queries.ts'
import { canReactivate, lockSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import { getOwnSubscription } from '../service.ts'
import { type ChangeRow, findChange } from './change-queries.ts'
import { type NewChange, replaceOpenChange } from './open-changes.ts'

export { giveUpOpenChange } from './open-changes.ts'

/** How long a preview is valid; the amount for the time left changes by the second. */
const QUOTE_TTL_MS = 15 * 60_000

export interface Wish {
  planId: string
  interval: BillingInterval
  timing: ChangeTiming | undefined
  /** Agrees to the newest price of the member's own plan, where the creator asks for it. */
  newPrice?: 'accept' | undefined
}

/** A change that the provider knows, so it can be paid. */
export type PayableChange = ChangeRow & { providerSubscriptionId: string }

/**
 * What a wish would mean at that moment, and also what it will cost, as the charge is made from the same answer. Throws
 * `not_running`, `same_terms`, `other_currency`, `renewal_near`, `credit_too_long`, `plan_not_found`.
 */
export async function quoteChange(db: Db, row: SubscriptionRow, wish: Wish, at: Date): Promise<Quote> {
  const plan = await getOfferedPlan(db, wish.planId)
  if (plan.creatorId !== row.creatorId) throw new Failure(planFailures.plan_not_found)
  // Time paid for in one currency has no exact worth in another.
  if (plan.currency !== row.currency) throw new Failure(subscriptionFailures.other_currency)
  const to = termsFor(plan, row, wish)
  const membership = membershipOf(row)
  const timing = wish.timing ?? usualTiming(kindOfChange(membership, to))
  const isReturn = row.status === 'paused'
  const preview = isReturn
    ? previewReturn(membership, to, timing, at, plan.currency)
    : previewChange(membership, to, timing, at, plan.currency)
  if (typeof preview === 'string') throw new Failure(REFUSALS[preview])
  const isNew = isReturn && beginsAnew(membership, at)
  const isUndo = !isReturn && isSameTerms(membership, to)
  return { to, planName: plan.name, currency: plan.currency, preview, isUndo, isReturn, isNew, quotedAt: at }
}

export interface Quote {
  to: Terms
  planName: string
  currency: string
  preview: ChangePreview
  /** It takes a planned change back. */
  isUndo: boolean
  /** The membership is paused, and comes back with the change. */
  isReturn: boolean
  /** No paid time is left, so a whole period is paid now. */
  isNew: boolean
  /** The moment it is computed for. */
  quotedAt: Date
}

/** The order for a quote. The provider charges a whole new period itself, so we don't settle it. */
function orderOf({ to, preview, isNew, quotedAt }: Quote): NewChange {
  const { period } = preview
  return {
    ...to,
    kind: isNew ? 'reactivation' : preview.kind,
    timing: preview.timing,
    chargedNowCents: preview.chargedNowCents,
    creditCents: preview.creditCents,
    carriedCents: preview.carriedCents,
    settledBy: isNew ? null : preview.settledBy,
    quotedAt,
    periodFrom: isNew ? null : period.from,
    periodWorthCents: isNew ? null : period.worthCents,
    startsAt: isNew ? null : preview.nextChargeAt,
  }
}

/** The cost that is checked against the budget. */
function costOf({ to, currency, preview }: Quote) {
  return { ...to, currency, carriedCents: preview.carriedCents }
}

const REFUSALS = {
  not_changeable: subscriptionFailures.not_running,
  same_plan: subscriptionFailures.same_terms,
  renewal_near: subscriptionFailures.renewal_near,
  credit_too_long: subscriptionFailures.credit_too_long,
} satisfies Record<ChangeRefusal, unknown>

/**
 * Starts the change that was shown: the provider's order is computed for the very moment that was shown. Asking twice
 * gives the same change; another wish replaces it. Throws `quote_changed` and what `quoteChange` throws.
 */
export async function openChange(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: {
    viewer: Viewer
    subscriptionId: string
    wish: Wish
    quotedAt: Date
    chargedNow: number
    now: Date
  },
): Promise<PayableChange> {
  const { now, quotedAt } = request
  const change = await inTransaction(async (db) => {
    const { id } = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    const row = await lockSubscription(db, id)
    const ageMs = now.getTime() - quotedAt.getTime()
    if (!(ageMs >= 0 && ageMs <= QUOTE_TTL_MS)) throw new Failure(subscriptionFailures.quote_changed)
    await holdOfferedPlan(db, request.wish.planId)
    const quote = await quoteChange(db, row, request.wish, quotedAt)
    const { preview } = quote
    if (preview.chargedNowCents !== centsFromDollars(request.chargedNow) || preview.nextChargeAt <= now)
      throw new Failure(subscriptionFailures.quote_changed)
    await refuseOverBudget(db, row, costOf(quote), now)
    return replaceOpenChange(db, row, now, orderOf(quote))
  })
  return orderChange(inTransaction, razorpay, change)
}

/**
 * Joining a page again while the membership there is paused: it comes back on the wanted plan, for the amount the
 * provider's window then names. Throws `wish_replaced` when it is no longer paused, and what `quoteChange` and
 * `openReactivation` throw.
 */
export async function openReturn(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: { viewer: Viewer; subscriptionId: string; wish: Wish; now: Date },
): Promise<PayableChange> {
  const { now, wish } = request
  const change = await inTransaction(async (db) => {
    const { id } = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    const row = await lockSubscription(db, id)
    if (row.status !== 'paused') throw new Failure(subscriptionFailures.wish_replaced)
    if (wish.planId === row.planId && wish.interval === row.interval) return reactivate(db, row, now)
    await holdOfferedPlan(db, wish.planId)
    const quote = await quoteChange(db, row, wish, now)
    await refuseOverBudget(db, row, costOf(quote), now)
    return replaceOpenChange(db, row, now, orderOf(quote))
  })
  return orderChange(inTransaction, razorpay, change)
}

/**
 * Coming back at the same price after a failed renewal or a pause, or continuing where the provider has ended: a period
 * from the moment it is paid, or from the end of the time already paid. Throws `not_running`, `plan_not_found` for a
 * plan that is no longer offered, `budget_reached`.
 */
export async function openReactivation(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: { viewer: Viewer; subscriptionId: string; now: Date },
): Promise<PayableChange> {
  const change = await inTransaction(async (db) => {
    const { id } = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    return reactivate(db, await lockSubscription(db, id), request.now)
  })
  return orderChange(inTransaction, razorpay, change)
}

async function reactivate(db: Db, row: SubscriptionRow, now: Date) {
  if (!canReactivate(row)) throw new Failure(subscriptionFailures.not_running)
  const membership = membershipOf(row)
  const terms = membership.next ?? membership
  // A plan that is no longer offered is not renewed either.
  await holdOfferedPlan(db, terms.planId)
  await refuseOverBudget(db, row, { ...terms, currency: row.currency }, now)
  const startsAt = paidTimeLeft(row, now)
  return replaceOpenChange(db, row, now, {
    ...termsOf(terms),
    kind: 'reactivation',
    timing: 'now',
    chargedNowCents: startsAt === null ? terms.priceCents + row.carriedCents : 0,
    creditCents: 0,
    // If charged at once, the first period includes it; otherwise it keeps waiting.
    carriedCents: startsAt === null ? 0 : row.carriedCents,
    settledBy: null,
    quotedAt: now,
    periodFrom: null,
    periodWorthCents: null,
    startsAt,
  })
}

/**
 * Until when a membership is paid; null when too little is left to register a card for its end. A past due membership
 * has time left too if its bank was asked before the end.
 */
function paidTimeLeft({ accessUntil }: SubscriptionRow, now: Date): Date | null {
  if (accessUntil === null) return null
  return secondsBetween(now, accessUntil) > CLOSED_BEFORE_RENEWAL_SECONDS ? accessUntil : null
}

function orderChange(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  { row, change }: { row: SubscriptionRow; change: ChangeRow },
): Promise<PayableChange> {
  const { id } = change
  const intent: OrderIntent = { table: 'subscription_changes', id }
  return createOnce<PayableChange>(
    inTransaction,
    razorpay,
    {
      ...change,
      intentId: id,
      pageName: row.pageName,
      // If charged at once, the price comes from the plan; anything on top of it was carried.
      upfrontCents: change.chargedNowCents - (change.startsAt === null ? change.priceCents : 0),
    },
    {
      claim: (db, claim) => claimProviderCall(db, intent, claim),
      abandon: (db) => abandonProviderCall(db, intent),
      keep: (db, provider) => attachProviderSubscription(db, intent, provider),
      async read(db) {
        const current = await findChange(db, id)
        if (!current || current.status !== 'open') return 'over'
        const { providerSubscriptionId } = current
        return providerSubscriptionId === null ? 'waiting' : { ...current, providerSubscriptionId }
      },
    },
  )
}
