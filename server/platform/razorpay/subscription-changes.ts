import {
  collectionOf,
  type RazorpayAddon,
  razorpayAddon,
  type RazorpaySubscription,
  razorpaySubscription,
} from './entities.ts'
import { type Ask, listAll, PAGE_SIZE } from './lists.ts'

/** The possible changes to a running subscription, and which there are. */
export interface SubscriptionChanges {
  /** A hundred subscriptions of the whole account, newest first, after so many. */
  listSubscriptionPage(skip: number): Promise<RazorpaySubscription[]>
  /** Adds an amount to the next invoice of a subscription, whenever that is. */
  addToNextInvoice(
    id: string,
    addon: { name: string; amountCents: number; currency: string },
  ): Promise<RazorpayAddon>
  /** Amounts added to invoices of a subscription since then, or waiting to be; newest first. */
  listAddons(subscriptionId: string, since: Date): Promise<RazorpayAddon[]>
  /** Charges another plan with the same interval: from now on if nothing was charged yet, or from the next period. */
  changePlan(id: string, change: { planId: string; isAtPeriodEnd: boolean }): Promise<void>
  /** A subscription as it will be from its next period on; refused if nothing is scheduled for then. */
  getScheduledChange(id: string): Promise<RazorpaySubscription>
  /** Its next period is like the present one. */
  cancelScheduledChanges(id: string): Promise<void>
  /** How many more periods it charges, from now on. */
  setRemainingCount(id: string, count: number): Promise<void>
}

/** These calls of the client, through its own request function. */
export function changeSubscriptions(ask: Ask): SubscriptionChanges {
  return {
    listSubscriptionPage: async (skip) =>
      (await ask(collectionOf(razorpaySubscription), 'GET', `/subscriptions?count=${PAGE_SIZE}&skip=${skip}`))
        .items,
    addToNextInvoice: (id, { name, amountCents, currency }) =>
      ask(razorpayAddon, 'POST', `/subscriptions/${enc(id)}/addons`, {
        item: { name, amount: amountCents, currency },
        quantity: 1,
      }),
    listAddons: async (subscriptionId, since) =>
      (await listAll(ask, razorpayAddon, '/addons?', since)).filter(
        ({ subscription_id: of }) => of === subscriptionId,
      ),
    changePlan: async (id, { planId, isAtPeriodEnd }) =>
      void (await ask(razorpaySubscription, 'PATCH', `/subscriptions/${enc(id)}`, {
        plan_id: planId,
        schedule_change_at: isAtPeriodEnd ? 'cycle_end' : 'now',
        customer_notify: false,
      })),
    getScheduledChange: (id) =>
      ask(razorpaySubscription, 'GET', `/subscriptions/${enc(id)}/retrieve_scheduled_changes`),
    cancelScheduledChanges: async (id) =>
      void (await ask(razorpaySubscription, 'POST', `/subscriptions/${enc(id)}/cancel_scheduled_changes`)),
    setRemainingCount: async (id, count) =>
      void (await ask(razorpaySubscription, 'PATCH', `/subscriptions/${enc(id)}`, {
        remaining_count: count,
        schedule_change_at: 'now',
        customer_notify: false,
      })),
  }
}

const enc = encodeURIComponent
