import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { creatorFailures } from '../creators/failures.ts'
import { planFailures } from '../plans/failures.ts'
import { billingInterval } from '../plans/rules.ts'
import { subscriptionStatus } from './engine/status.ts'
import { subscriptionFailures as failures } from './failures.ts'
import { leavingReason } from './leaving.ts'

const startInput = z.object({
  planId: id('Choose a plan first.'),
  interval: z._default(billingInterval, 'monthly'),
})

const startFailures = [
  planFailures.plan_not_found,
  accountFailures.account_leaving,
  failures.already_subscribed,
  failures.still_paid,
  failures.own_page,
  failures.blocked,
  failures.payment_disputed,
  failures.budget_reached,
  creatorFailures.joining_stopped,
] as const

const standing = {
  /** When it is charged next, as the provider reports; null: it isn't, unless the member acts. */
  nextChargeAt: z.nullable(moment),
  /** When access ends if nothing more is paid, grace period included; null before the first payment. */
  accessEnds: z.nullable(moment),
  /** Terms agreed for later, if any. */
  next: z.nullable(
    z.object({ planName: z.string(), price: z.number(), interval: billingInterval, from: moment }),
  ),
  /**
   * The price the creator asks this member to pay from the next period on; if they don't agree by then, the membership
   * ends with it.
   */
  newPrice: z.nullable(z.object({ price: z.number(), acceptBy: moment })),
  /**
   * How a cancelled membership is kept: `undo` takes the cancellation back; `checkout` registers the card again, as the
   * provider has ended already (POST …/reactivate; nothing is charged before the paid time is over).
   */
  keptBy: z.enum(['undo', 'checkout']),
  /**
   * From when on the bank may have begun the next charge, which can't be stopped then: it debits some cards up to 36
   * hours ahead. A debit after a cancellation goes back automatically. null: it charges on the day alone.
   */
  debitedFrom: z.nullable(moment),
  /** Why nothing is charged at the moment: the member's bank disputes this payment, and has not decided. */
  disputed: z.nullable(z.object({ amount: z.number(), currency: z.string(), paidAt: moment })),
  /** The card that is charged, as far as the provider reports it: "Visa", "4242". */
  card: z.nullable(z.object({ network: z.string(), last4: z.string() })),
  /** The UPI ID that is debited instead, masked: "r•••@okaxis". */
  upi: z.nullable(z.string()),
  /** The card is an Indian one: its bank keeps an agreement of its own, which the member can end there. */
  isCardIndian: z.boolean(),
}

const creator = z.object({
  _id: id(),
  pageName: z.string(),
  pageHandle: z.string(),
  profileImage: z.nullable(z.string()),
  /** The page can be opened; false while it is suspended or closed. */
  isAvailable: z.boolean(),
})

/** `price` is what one interval costs this member; `isOffered`: it can be renewed, and come back to. */
const ownPlan = z.object({
  _id: id(),
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  isOffered: z.boolean(),
})

/** One member's paid relation to one plan of one creator. Amounts in the currency of the plan. */
export const subscription = z.object({
  _id: id(),
  status: subscriptionStatus,
  creator,
  plan: ownPlan,
  interval: billingInterval,
  cancelAtPeriodEnd: z.boolean(),
  /** Until when the paid time lasts; null before the first payment. */
  accessUntil: z.nullable(moment),
  ...standing,
  createdAt: moment,
})

/** A row of My Subscriptions, with the names the spec gives its fields. */
export const subscriptionRow = z.object({
  _id: id(),
  creatorId: creator,
  creatorName: z.string(),
  planId: ownPlan,
  /** The plan's name in lower case: the key of the colour map. */
  tier: z.string(),
  category: z.string(),
  status: subscriptionStatus,
  interval: billingInterval,
  cancelAtPeriodEnd: z.boolean(),
  accessUntil: z.nullable(moment),
  ...standing,
  /** A payment for it is being refunded in full. Access lasts until that money has left. */
  isBeingRefunded: z.boolean(),
  createdAt: moment,
})

export const createSubscription = route({
  method: 'POST',
  path: '/m2cSubscription/create',
  caller: 'member',
  summary: 'Opens an attempt to join a plan; repeating the call while it is open returns the same one.',
  input: startInput,
  output: subscription,
  failures: startFailures,
})

export const createRazorpaySubscription = route({
  method: 'POST',
  path: '/razorpay/createRazorpaySubscription',
  caller: 'member',
  summary:
    'The key and subscription id for opening the checkout; they stay the same while the attempt is open.',
  input: startInput,
  output: z.object({ razorpayKey: z.string(), subscriptionId: z.string(), m2cSubscriptionId: id() }),
  failures: [
    ...startFailures,
    failures.other_currency,
    failures.wish_replaced,
    failures.provider_unavailable,
  ],
})

export const createCheckoutSession = route({
  method: 'POST',
  path: '/m2cSubscription/checkout-session',
  caller: 'member',
  summary: "The address of the provider's own payment page, for checkout by redirect.",
  input: startInput,
  output: z.object({ approvalUrl: z.string() }),
  failures: [
    ...startFailures,
    failures.other_currency,
    failures.wish_replaced,
    failures.provider_unavailable,
  ],
})

export const confirmPayment = route({
  method: 'POST',
  path: '/razorpay/success',
  caller: 'member',
  summary:
    'Reports that the checkout succeeded. It only speeds things up: what counts is what the provider reports.',
  input: z.object({
    /** The provider's subscription id, or ours. */
    subscriptionId: z.string().check(z.minLength(1), z.maxLength(64)),
    razorpay_payment_id: z.optional(z.string().check(z.maxLength(64))),
    razorpay_signature: z.optional(z.string().check(z.maxLength(256))),
    razorpay_subscription_id: z.optional(z.string().check(z.maxLength(64))),
    /** Sent by older clients; ignored: the session and our record decide. */
    planId: z.optional(z.string()),
    userId: z.optional(z.string()),
  }),
  output: z.object({
    msg: z.string(),
    /** Whether the payment is in; otherwise it is still being confirmed. */
    isPaid: z.boolean(),
    m2cSubscriptionId: id(),
    status: subscriptionStatus,
  }),
  failures: [failures.subscription_not_found, failures.signature_wrong, failures.provider_unavailable],
})

export const getUserSubscriptions = route({
  method: 'GET',
  path: '/m2cSubscription/getUserSubscriptions',
  caller: 'member',
  summary:
    'The subscriptions that currently give the caller access, newest first. Paused ones are left out, except those that only a dispute keeps from renewing.',
  input: z.object({}),
  output: z.array(subscriptionRow),
  failures: [],
})

export const getPausedSubscriptions = route({
  method: 'GET',
  path: '/m2cSubscription/getPausedSubscriptions',
  caller: 'member',
  summary: "The caller's paused subscriptions that can be reactivated, newest first.",
  input: z.object({}),
  output: z.array(subscriptionRow),
  failures: [],
})

export const getSubscription = route({
  method: 'GET',
  path: '/m2cSubscription/:m2cSubscriptionId',
  caller: 'owner',
  summary: "One of the caller's own subscriptions.",
  input: z.object({ m2cSubscriptionId: id() }),
  output: subscription,
  failures: [failures.subscription_not_found],
})

export const cancelSubscription = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/cancel',
  caller: 'owner',
  summary:
    'Cancels a subscription at the end of its paid period, or at once if it is paused. Access lasts until then, and anything charged later is refunded.',
  /** `reason`: why, if the member wants to say. */
  input: z.object({ m2cSubscriptionId: id(), reason: z.optional(leavingReason) }),
  output: subscription,
  failures: [failures.subscription_not_found, failures.not_running],
})

export const resumeSubscription = route({
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/resume',
  caller: 'owner',
  summary: 'Undoes a cancellation, as long as the period has not ended and the budget allows it.',
  input: z.object({ m2cSubscriptionId: id() }),
  output: subscription,
  failures: [
    failures.subscription_not_found,
    failures.not_running,
    failures.card_needed,
    failures.budget_reached,
    failures.blocked,
    failures.payment_disputed,
    planFailures.plan_not_found,
    accountFailures.account_leaving,
  ],
})

export const subscriptionRoutes = [
  createSubscription,
  createRazorpaySubscription,
  createCheckoutSession,
  confirmPayment,
  getUserSubscriptions,
  getPausedSubscriptions,
  getSubscription,
  cancelSubscription,
  resumeSubscription,
] as const
