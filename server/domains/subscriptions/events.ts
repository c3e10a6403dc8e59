import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The first payment is in; the member has access. */
export const subscriptionActivated = defineEvent(
  'subscriptions.activated',
  z.object({ subscriptionId: z.string(), paymentId: z.string() }),
)

/**
 * Why a subscription will not renew: its member did not agree to a new price in time; the creator stopped offering the
 * plan, or the one that was to follow it (`next_plan`), or closed the page; or one of the two blocked the other
 * (`block`), which is told to nobody; or the creator ended
 * this one (`creator`).
 */
const endingReason = z.enum(['plan', 'next_plan', 'page', 'block', 'price', 'creator'])
export type EndingReason = z.infer<typeof endingReason>

/**
 * A subscription will not renew, though its member didn't cancel it. `planName`: the plan concerned, if it is not the
 * subscription's own.
 */
export const subscriptionEnding = defineEvent(
  'subscriptions.ending',
  z.object({
    subscriptionId: z.string(),
    reason: z._default(endingReason, 'plan'),
    planName: z.optional(z.string()),
  }),
)

/**
 * What members hear about their billing: a yearly renewal or an expiring card ahead of time, a failed renewal, the end
 * of the grace period and its outcome, a change of plan or of its price, a page that is suspended or back, and a renewal that a dispute
 * stopped, or no longer stops.
 */
const noticeKind = z.enum([
  'renewal_ahead',
  'payment_failed',
  'grace_ending',
  'paused',
  'recovered',
  'card_expiring',
  'changed',
  'price_change',
  'price_lowered',
  'price_restored',
  'page_suspended',
  'page_back',
  'payment_disputed',
  'dispute_over',
])
export type NoticeKind = z.infer<typeof noticeKind>

/** A member should hear something about a subscription; raised once for each occasion. */
export const noticeDue = defineEvent(
  'subscriptions.notice-due',
  z.object({ subscriptionId: z.string(), kind: noticeKind }),
)

/** A member canceled; they may have taken it back since. */
export const subscriptionCanceled = defineEvent(
  'subscriptions.canceled',
  z.object({ subscriptionId: z.string() }),
)

/**
 * What a subscription costs, or whether and until when it is paid for, may have changed. `at`: since when it is as it
 * is now.
 */
export const standingChanged = defineEvent(
  'subscriptions.standing-changed',
  z.object({ subscriptionId: z.string(), at: z.string() }),
)

/** A page has closed for good: all its memberships have ended, and the refunds to its members are ordered. */
export const pageClosed = defineEvent('subscriptions.page-closed', z.object({ creatorId: z.string() }))

/** A payment's money is on its way back, and whatever that ends has ended. */
export const refundEffectsApplied = defineEvent(
  'subscriptions.refund-effects-applied',
  z.object({ paymentId: z.string() }),
)

/** That money came back to us: what its return had ended is in effect again, or no longer can be. */
export const refundEffectsUndone = defineEvent(
  'subscriptions.refund-effects-undone',
  z.object({ refundId: z.string(), isRestored: z.boolean() }),
)
