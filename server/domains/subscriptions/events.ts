import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The first payment is in; the member has access. */
export const subscriptionActivated = defineEvent(
  'subscriptions.activated',
  z.object({ subscriptionId: z.string(), paymentId: z.string() }),
)

/**
 * Why a subscription will not renew: its member did not agree to a new price in time; the creator stopped offering the
 * plan, or the one that was to follow it (`next_plan`), or closed the page; or one of the two wants nothing to do with
 * the other, which is nobody's business to say.
 */
const endingReason = z.enum(['plan', 'next_plan', 'page', 'parting', 'price'])
export type EndingReason = z.infer<typeof endingReason>

/**
 * A subscription will not renew, and it was not its member who said so. `planName`: the plan that is meant, where it is
 * not its own.
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
 * What members are told about their billing: a yearly renewal or an expiring card ahead of time, a failed renewal, the
 * end of the grace, what came of it, a change of plan, a page that is suspended or back, and a renewal that a dispute
 * stopped, or stops no more.
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
  'page_suspended',
  'page_back',
  'payment_disputed',
  'dispute_over',
])
export type NoticeKind = z.infer<typeof noticeKind>

/** A member should be told something about a subscription; raised once for each occasion. */
export const noticeDue = defineEvent(
  'subscriptions.notice-due',
  z.object({ subscriptionId: z.string(), kind: noticeKind }),
)

/** A page has closed for good: every membership of it has ended, and what went back to members is ordered. */
export const pageClosed = defineEvent('subscriptions.page-closed', z.object({ creatorId: z.string() }))

/** The money of a payment is on its way back, and what that ends has ended, if it ends anything. */
export const returnApplied = defineEvent('subscriptions.return-applied', z.object({ paymentId: z.string() }))

/** That money came back to us: what it had ended holds again, or cannot any more. */
export const returnUndone = defineEvent(
  'subscriptions.return-undone',
  z.object({ refundId: z.string(), isRestored: z.boolean() }),
)
