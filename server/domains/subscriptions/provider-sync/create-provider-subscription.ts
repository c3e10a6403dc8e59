import { setTimeout as sleep } from 'node:timers/promises'

import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { RazorpayError, type RazorpayClient } from '#server/platform/razorpay/client.ts'

import { INTENT_NOTE } from './attach-provider-subscription.ts'
import { findProviderPlan, keepProviderPlan } from './provider-queries.ts'
import { recoverOrphanedSubscriptions } from './recover-orphaned-subscriptions.ts'

/** A claim to call the provider outlives the client's timeout, but not by much. */
export const CLAIM_TIMEOUT_MS = 30_000
const CLAIM_POLL_MS = 200

/** When to look for a call that was given up, yet took effect after a second one was made. */
const LOOK_AGAIN_MS = 15 * 60_000

/**
 * How many periods are ordered ahead: ten years, the most that Razorpay's checkout is known to take. Nobody knows yet whether
 * it is paid by a card whose agreement can be extended. Once it is paid, those are cut to about a year
 * (`match-agreement.ts`); the others could never be renewed.
 */
const PERIODS: Record<Terms['interval'], number> = { monthly: 120, yearly: 10 }

/** An order as placed at the provider. */
export interface ProviderOrder extends Terms {
  /** Our record of the wish; one order is made for it. */
  intentId: string
  createdAt: Date
  planName: string
  pageName: string
  currency: string
  /** When the first period is charged; null: with the first payment. */
  startsAt: Date | null
  /** Until when it can be paid; the provider knows it too. null: the wish is from before orders had an end. */
  expiresAt: Date | null
  /** Charged with the registration of the card, in cents. */
  upfrontCents: number
}

/** Where the wish is stored. */
export interface OrderRecord<Payable> {
  claim(db: Db, claim: { at: Date; abandonedBefore: Date }): Promise<{ wasClaimedBefore: boolean } | null>
  abandon(db: Db): Promise<void>
  keep(db: Db, provider: { id: string; pageUrl: string | null }): Promise<void>
  /**
   * The order that can be paid; `waiting` while another caller asks the provider, `over` when the wish was given up.
   */
  read(db: Db): Promise<Payable | 'waiting' | 'over'>
}

/**
 * Makes sure an order exists exactly once at the provider, however many callers ask at the same time. One of them asks
 * the provider; the others wait for its answer. Throws `provider_unavailable`, and `wish_replaced` when the wish was
 * given up meanwhile.
 */
export async function createOnce<Payable extends object>(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  order: ProviderOrder,
  record: OrderRecord<Payable>,
): Promise<Payable> {
  const giveUpAt = Date.now() + CLAIM_TIMEOUT_MS
  while (Date.now() < giveUpAt) {
    // Claims use the machine's clock: they are about the present, even when ours is moved.
    const at = new Date()
    const abandonedBefore = new Date(at.getTime() - CLAIM_TIMEOUT_MS)
    const claim = await inTransaction((db) => record.claim(db, { at, abandonedBefore }))
    if (claim) await createAtProvider(inTransaction, razorpay, order, record, claim.wasClaimedBefore)
    const current = await inTransaction((db) => record.read(db))
    if (current === 'over') throw new Failure(subscriptionFailures.wish_replaced)
    if (current !== 'waiting') return current
    await sleep(CLAIM_POLL_MS)
  }
  throw new Failure(subscriptionFailures.provider_unavailable)
}

async function createAtProvider<Payable>(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  order: ProviderOrder,
  record: OrderRecord<Payable>,
  mayExist: boolean,
): Promise<void> {
  try {
    const planId = await ensureProviderPlan(inTransaction, razorpay, order)
    // A claim before ours may have reached the provider and lost the answer; look before creating a second one.
    const lost = mayExist
      ? (await razorpay.listSubscriptions(planId, order.createdAt)).find(
          ({ notes }) => notes[INTENT_NOTE] === order.intentId,
        )
      : undefined
    const created =
      lost ??
      (await razorpay.createSubscription({
        planId,
        totalCount: PERIODS[order.interval],
        notes: { [INTENT_NOTE]: order.intentId },
        ...(order.startsAt && { startsAt: order.startsAt }),
        ...(order.expiresAt && { expiresAt: order.expiresAt }),
        ...(order.upfrontCents > 0 && {
          upfront: { name: order.planName, amountCents: order.upfrontCents, currency: order.currency },
        }),
      }))
    await inTransaction(async (db) => {
      await record.keep(db, { id: created.id, pageUrl: created.short_url ?? null })
      if (mayExist)
        await enqueue(
          db,
          recoverOrphanedSubscriptions,
          { providerPlanId: planId, since: order.createdAt.toISOString() },
          { key: `lost-orders:${order.intentId}`, delayMs: LOOK_AGAIN_MS },
        )
    })
  } catch (error) {
    await inTransaction((db) => record.abandon(db))
    if (error instanceof RazorpayError) throw new Failure(subscriptionFailures.provider_unavailable)
    throw error
  }
}

/** The provider's plan for these terms, created there the first time. Throws `RazorpayError`. */
export async function ensureProviderPlan(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  {
    planVersionId,
    interval,
    pageName,
    planName,
    priceCents,
    currency,
  }: Terms & Pick<ProviderOrder, 'pageName' | 'planName' | 'currency'>,
): Promise<string> {
  const known = await inTransaction((db) => findProviderPlan(db, planVersionId, interval))
  if (known) return known
  const created = await razorpay.createPlan({
    period: interval,
    name: `${pageName}: ${planName}`.slice(0, 100),
    amountCents: priceCents,
    currency,
    notes: { cheers_plan_version_id: planVersionId },
  })
  return inTransaction((db) => keepProviderPlan(db, { planVersionId, interval, providerPlanId: created.id }))
}
