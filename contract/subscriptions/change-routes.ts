import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { planFailures } from '../plans/failures.ts'
import { billingInterval } from '../plans/rules.ts'
import { subscriptionFailures as failures } from './failures.ts'
import { subscription } from './routes.ts'

const changeTiming = z.enum(['now', 'period_end'])

const wish = {
  m2cSubscriptionId: id(),
  planId: id('Choose a plan first.'),
  interval: billingInterval,
  /** Absent: now for a dearer plan, with the period for anything else. */
  timing: z.optional(changeTiming),
  /** Agrees to the new price that the creator asks for, even if another change is planned. */
  newPrice: z.optional(z.literal('accept')),
}

/** What a change costs and what follows; amounts in the currency of both plans. */
const changePreview = z.object({
  kind: z.enum(['upgrade', 'downgrade', 'interval']),
  timing: changeTiming,
  chargedNow: z.number(),
  /** An amount owed that is too little to be charged on its own: added to the next charge. */
  carried: z.number(),
  /** What the unused part of the paid time is worth. */
  credit: z.number(),
  accessUntil: moment,
  nextChargeAt: moment,
  nextCharge: z.number(),
  currency: z.string(),
  /** The moment these figures are valid for; sent back with the confirmation. */
  quotedAt: moment,
  /** The same in sentences. */
  lines: z.array(z.string()),
})

/** What the checkout opens with. */
export const checkoutOrder = z.object({
  razorpayKey: z.string(),
  subscriptionId: z.string(),
  m2cSubscriptionId: id(),
  approvalUrl: z.nullable(z.string()),
  /** `card_change`: the checkout registers another card on a running subscription. `none`: there is nothing to pay. */
  mode: z.enum(['payment', 'card_change', 'none']),
})

const changeFailures = [
  failures.subscription_not_found,
  failures.not_running,
  failures.same_terms,
  failures.renewal_near,
  failures.credit_too_long,
  failures.other_currency,
  planFailures.plan_not_found,
] as const

/** Creator or member is deleting their account, or has blocked the other. */
const partedFailures = [
  planFailures.plan_not_found,
  accountFailures.account_leaving,
  failures.blocked,
  failures.payment_disputed,
] as const

export const previewPlanChange = route({
  method: 'GET',
  path: '/m2cSubscription/:m2cSubscriptionId/change-preview',
  caller: 'owner',
  summary: 'What changing the plan or the interval would cost, to the cent, and what would follow.',
  input: z.object(wish),
  output: changePreview,
  failures: changeFailures,
})

export const changePlan = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/change',
  caller: 'owner',
  summary:
    'Orders the change that was previewed. It takes effect once the checkout is completed; nothing changes before.',
  input: z.object({ ...wish, quotedAt: moment, chargedNow: z.number() }),
  output: checkoutOrder,
  failures: [
    ...changeFailures,
    accountFailures.account_leaving,
    failures.blocked,
    failures.payment_disputed,
    failures.quote_changed,
    failures.budget_reached,
    failures.wish_replaced,
    failures.provider_unavailable,
  ],
})

export const reactivate = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/reactivate',
  caller: 'owner',
  summary:
    "Reactivates a subscription after a pause or a failed renewal, at the member's own price. Skipped time is not charged.",
  input: z.object({ m2cSubscriptionId: id() }),
  output: checkoutOrder,
  failures: [
    failures.subscription_not_found,
    failures.not_running,
    ...partedFailures,
    failures.budget_reached,
    failures.wish_replaced,
    failures.provider_unavailable,
  ],
})

export const changeCard = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/change-card',
  caller: 'owner',
  summary: 'Opens the checkout for another card. An unpaid renewal is charged to it at once.',
  input: z.object({ m2cSubscriptionId: id() }),
  output: checkoutOrder,
  failures: [
    failures.subscription_not_found,
    failures.not_running,
    ...partedFailures,
    failures.wish_replaced,
    failures.provider_unavailable,
  ],
})

export const pauseSubscription = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/pause',
  caller: 'owner',
  summary: 'Pauses the charges. Paid time remains open until it ends, and skipped time is never charged.',
  input: z.object({ m2cSubscriptionId: id() }),
  output: subscription,
  failures: [failures.subscription_not_found, failures.not_running, failures.provider_unavailable],
})

export const subscriptionChangeRoutes = [
  previewPlanChange,
  changePlan,
  reactivate,
  changeCard,
  pauseSubscription,
] as const
