import { centsFromDollars } from '#contract/money.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { planFailures } from '#contract/plans/failures.ts'
import {
  CLOSED_BEFORE_RENEWAL_SECONDS,
  type ChangePreview,
  type ChangeRefusal,
  type ChangeTiming,
  kindOfChange,
  previewChange,
  usualTiming,
} from '#contract/subscriptions/engine/change.ts'
import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import { secondsBetween } from '#contract/subscriptions/engine/periods.ts'
import { isSameTerms } from '#contract/subscriptions/engine/terms.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction, Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'

import { refuseOverBudget } from './budget.ts'
import { type ChangeRow, findChange, findOpenChange, insertChange, settleChange } from './change-queries.ts'
import { termsFor } from './member-terms.ts'
import { refuseParted } from './parted.ts'
import { keepOrder } from './kept-orders.ts'
import { cancelReplaced } from './provider-jobs.ts'
import { orderOnce } from './provider-order.ts'
import { abandonProviderCall, claimProviderCall, type OrderIntent } from './provider-queries.ts'
import { canComeBack, lockSubscription, membershipOf, type SubscriptionRow } from './queries.ts'
import { getOwnSubscription } from './service.ts'

/** How long what was shown holds; the amount for the time left changes by the second. */
const QUOTE_TTL_MS = 15 * 60_000

export interface Wish {
  planId: string
  interval: BillingInterval
  timing: ChangeTiming | undefined
  /** Agrees to the newest price of the own plan, where the creator asks for it. */
  newPrice?: 'accept' | undefined
}

/** A change that the provider knows, so that it can be paid. */
export type PayableChange = ChangeRow & { providerSubscriptionId: string }

/**
 * What a wish would mean at that moment; also what it will cost, as the charge is made from the same answer. Throws
 * `not_running`, `same_terms`, `renewal_near`, `credit_too_long`, `plan_not_found`.
 */
export async function quoteChange(
  db: Db,
  row: SubscriptionRow,
  wish: Wish,
  at: Date,
): Promise<{ to: Terms; planName: string; preview: ChangePreview; isUndo: boolean }> {
  const plan = await getOfferedPlan(db, wish.planId)
  if (plan.creatorId !== row.creatorId) throw new Failure(planFailures.plan_not_found)
  const to = termsFor(plan, row, wish)
  const membership = membershipOf(row)
  const timing = wish.timing ?? usualTiming(kindOfChange(membership, to))
  const preview = previewChange(membership, to, timing, at)
  if (typeof preview === 'string') throw new Failure(REFUSALS[preview])
  return { to, planName: plan.name, preview, isUndo: isSameTerms(membership, to) }
}

const REFUSALS = {
  not_changeable: subscriptionFailures.not_running,
  same_plan: subscriptionFailures.same_terms,
  renewal_near: subscriptionFailures.renewal_near,
  credit_too_long: subscriptionFailures.credit_too_long,
} satisfies Record<ChangeRefusal, unknown>

/**
 * Starts the change that was shown: what is ordered at the provider is computed for the very moment that was shown.
 * Asked twice, it is the same one; another wish takes its place. Throws `quote_changed` and what `quoteChange` throws.
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
    const { to, preview } = await quoteChange(db, row, request.wish, quotedAt)
    if (preview.chargedNowCents !== centsFromDollars(request.chargedNow) || preview.nextChargeAt <= now)
      throw new Failure(subscriptionFailures.quote_changed)
    await refuseOverBudget(db, row.memberId, row.creatorId, to)
    return replaceOpenChange(db, row, now, {
      ...to,
      kind: preview.kind,
      timing: preview.timing,
      chargedNowCents: preview.chargedNowCents,
      creditCents: preview.creditCents,
      carriedCents: preview.carriedCents,
      settledBy: preview.settledBy,
      quotedAt,
      periodFrom: preview.period.from,
      periodWorthCents: preview.period.worthCents,
      startsAt: preview.nextChargeAt,
    })
  })
  return orderChange(inTransaction, razorpay, change)
}

/**
 * Coming back at the own price after a failed renewal or a pause, or going on where the provider has ended: a period
 * from the moment it is paid, or from the end of what is paid already. Throws `not_running`.
 */
export async function openComeback(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: { viewer: Viewer; subscriptionId: string; now: Date },
): Promise<PayableChange> {
  const change = await inTransaction(async (db) => {
    const { id } = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    const row = await lockSubscription(db, id)
    if (!canComeBack(row)) throw new Failure(subscriptionFailures.not_running)
    const membership = membershipOf(row)
    const terms = membership.next ?? membership
    // What was ended by somebody else may have come back, or be gone.
    if (row.cancelAtPeriodEnd) await getOfferedPlan(db, terms.planId)
    const startsAt = row.status === 'past_due' ? null : paidTimeLeft(row, request.now)
    return replaceOpenChange(db, row, request.now, {
      ...terms,
      kind: 'comeback',
      timing: 'now',
      chargedNowCents: startsAt === null ? terms.priceCents + row.carriedCents : 0,
      creditCents: 0,
      // Charged at once, the first period takes it along; else it goes on waiting.
      carriedCents: startsAt === null ? 0 : row.carriedCents,
      settledBy: null,
      quotedAt: request.now,
      periodFrom: null,
      periodWorthCents: null,
      startsAt,
    })
  })
  return orderChange(inTransaction, razorpay, change)
}

/** Until when a paused membership is paid; null when too little is left to register a card for its end. */
function paidTimeLeft({ accessUntil }: SubscriptionRow, now: Date): Date | null {
  if (accessUntil === null) return null
  return secondsBetween(now, accessUntil) > CLOSED_BEFORE_RENEWAL_SECONDS ? accessUntil : null
}

type NewChange = Terms &
  Pick<
    ChangeRow,
    | 'kind'
    | 'timing'
    | 'chargedNowCents'
    | 'creditCents'
    | 'carriedCents'
    | 'startsAt'
    | 'settledBy'
    | 'quotedAt'
    | 'periodFrom'
    | 'periodWorthCents'
  >

/** The same wish again is the same change; the one that is open otherwise is given up, here and at the provider. */
async function replaceOpenChange(
  db: Db,
  row: SubscriptionRow,
  now: Date,
  wanted: NewChange,
): Promise<{ row: SubscriptionRow; change: ChangeRow }> {
  await refuseParted(db, row)
  const open = await findOpenChange(db, row.id)
  if (open && isSameChange(open, wanted)) return { row, change: open }
  if (open) await giveUpChange(db, open, now)
  const id = newId(now)
  await insertChange(db, {
    ...wanted,
    id,
    subscriptionId: row.id,
    currency: row.currency,
    createdAt: now,
  })
  const change = await findChange(db, id)
  if (!change) throw new Error(`Change ${id} was written and is not there`)
  return { row, change }
}

/** Ends a change that was not paid, here and at the provider, so that nobody can still pay it. */
async function giveUpChange(db: Db, open: ChangeRow, now: Date): Promise<void> {
  await settleChange(db, open.id, { status: 'closed', replacedProviderId: null, now })
  if (open.providerSubscriptionId)
    await enqueue(
      db,
      cancelReplaced,
      { providerSubscriptionId: open.providerSubscriptionId },
      { key: `cancel:${open.providerSubscriptionId}` },
    )
}

/** The same for whichever change of a subscription is open. Call with the subscription locked. */
export async function giveUpOpenChange(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const open = await findOpenChange(db, subscriptionId)
  if (open) await giveUpChange(db, open, now)
}

function isSameChange(open: ChangeRow, wanted: NewChange): boolean {
  return (
    open.kind === wanted.kind &&
    open.timing === wanted.timing &&
    open.planVersionId === wanted.planVersionId &&
    open.interval === wanted.interval &&
    open.chargedNowCents === wanted.chargedNowCents &&
    open.startsAt?.getTime() === wanted.startsAt?.getTime()
  )
}

function orderChange(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  { row, change }: { row: SubscriptionRow; change: ChangeRow },
): Promise<PayableChange> {
  const { id } = change
  const intent: OrderIntent = { table: 'subscription_changes', id }
  return orderOnce<PayableChange>(
    inTransaction,
    razorpay,
    {
      ...change,
      intentId: id,
      pageName: row.pageName,
      // Charged at once, the price comes of the plan; what is on top of it was carried.
      upfrontCents: change.chargedNowCents - (change.startsAt === null ? change.priceCents : 0),
    },
    {
      claim: (db, claim) => claimProviderCall(db, intent, claim),
      abandon: (db) => abandonProviderCall(db, intent),
      keep: (db, provider) => keepOrder(db, intent, provider),
      async read(db) {
        const current = await findChange(db, id)
        if (!current || current.status !== 'open') return 'over'
        const { providerSubscriptionId } = current
        return providerSubscriptionId === null ? 'waiting' : { ...current, providerSubscriptionId }
      },
    },
  )
}
