import { type RazorpayAddon, razorpayAddon, razorpaySubscription } from './entities.ts'
import { type Ask, listAll } from './lists.ts'

/** The possible changes to a running subscription. */
export interface SubscriptionChanges {
  /** Adds an amount to the next invoice of a subscription, whenever that is. */
  addToNextInvoice(
    id: string,
    addon: { name: string; amountCents: number; currency: string },
  ): Promise<RazorpayAddon>
  /** Amounts added to invoices of a subscription since then, or waiting to be; newest first. */
  listAddons(subscriptionId: string, since: Date): Promise<RazorpayAddon[]>
  /** Charges another plan with the same interval: from now on if nothing was charged yet, or from the next period. */
  changePlan(id: string, change: { planId: string; isAtPeriodEnd: boolean }): Promise<void>
}

/** These calls of the client, through its own request function. */
export function changeSubscriptions(ask: Ask): SubscriptionChanges {
  return {
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
  }
}

const enc = encodeURIComponent
