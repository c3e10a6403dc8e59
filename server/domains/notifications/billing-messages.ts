import type { BillingInterval } from '#contract/plans/pricing.ts'

interface Renewal {
  page: string
  plan: string
  day: string
  price: string
}

/** The texts of mails to a member about the billing of one membership. Each names what to do, and what happens otherwise. */
export const billingTexts = {
  seeSubscriptions: 'See my subscriptions',
  reactivate: 'Come back',
  keep: 'Keep my membership',
  chooseCard: 'Choose a card',
  chooseOtherCard: 'Choose another card',
  neverCharged: 'You are never charged for time when you had no access.',

  renewalAhead: {
    subject: (page: string, day: string) => `Your membership with ${page} renews on ${day}`,
    renews: {
      monthly: ({ page, plan, day, price }: Renewal) =>
        `Your ${plan} plan for ${page} renews on ${day} for another month: ${price}.`,
      yearly: ({ page, plan, day, price }: Renewal) =>
        `Your ${plan} plan for ${page} renews on ${day} for another year: ${price}.`,
    } satisfies Record<BillingInterval, unknown>,
    carried: (amount: string) => `${amount} from your last upgrade is added to it.`,
    toCard: (network: string, lastDigits: string) =>
      `It is charged to your ${network} card ending in ${lastDigits}.`,
    toUpi: (upiId: string) => `It is debited from your UPI ID ${upiId}.`,
    nothingToDo:
      'There is nothing you need to do. If you would rather not continue, you can cancel before that day in two taps.',
  },

  failed: {
    subject: (page: string) => `We could not renew your membership with ${page}`,
    triedAgain: ({ price, plan, day }: { price: string; plan: string; day: string }) =>
      `The payment of ${price} for ${plan} did not go through. It happens. We will try again on each of the next three days, and you keep your access until ${day}.`,
    withUpi: 'If your UPI ID can no longer be debited, choose a card and the payment is made at once.',
    withCard: 'If your card has changed, choose another one and the payment is made at once.',
  },

  graceEnding: {
    subject: (page: string, day: string) => `Your access to ${page} ends on ${day}`,
    stillFailed: ({ page, plan, day }: { page: string; plan: string; day: string }) =>
      `The payment for ${plan} by ${page} still has not gone through. You keep your access until ${day}; then your membership is paused.`,
    withUpi: 'Choose a card, and it continues as before.',
    withCard: 'Choose another card, and it continues as before.',
  },

  paused: {
    subject: (page: string) => `Your membership with ${page} is paused`,
    withUpi: (plan: string, page: string) =>
      `We could not debit your UPI ID for ${plan} by ${page}, so your membership is paused. Nothing is charged while it is.`,
    withCard: (plan: string, page: string) =>
      `We could not charge your card for ${plan} by ${page}, so your membership is paused. Nothing is charged while it is.`,
    placeKept: (price: string) =>
      `Your place and your price of ${price} are kept. You can come back with one tap whenever you like.`,
  },

  recovered: {
    subject: (page: string) => `Your membership with ${page} continues`,
    open: (plan: string, day: string) =>
      `Your payment went through. Everything in ${plan} stays open to you, and it is paid until ${day}.`,
  },

  cardExpiring: {
    subject: (page: string) => `Your card for ${page} expires soon`,
    card: (network: string, lastDigits: string) => `It is your ${network} card ending in ${lastDigits}.`,
    stopsAfter: ({ plan, page, month }: { plan: string; page: string; month: string }) =>
      `The card that pays for ${plan} by ${page} stops working at the end of ${month}.`,
    stopsSoon: (plan: string, page: string) =>
      `The card that pays for ${plan} by ${page} stops working soon.`,
    chooseBefore: (day: string) =>
      `The next payment is on ${day}. Choose another card before then, and nothing is interrupted.`,
  },

  priceChange: {
    subject: (plan: string, page: string) => `${plan} by ${page} has a new price`,
    offer: ({ page, plan, offered, price }: Record<'page' | 'plan' | 'offered' | 'price', string>) =>
      `${page} asks you to agree to a new price for ${plan}: ${offered}. You pay ${price} now, and nothing changes unless you agree.`,
    otherwise: (day: string) =>
      `If you have not agreed by ${day}, your membership ends with the period you paid for, and you are not charged again.`,
    look: 'Look at the new price',
  },

  priceLowered: {
    subject: (plan: string, page: string) => `${plan} by ${page} costs less now`,
    from: ({ plan, day, price }: { plan: string; day: string; price: string }) =>
      `Good news: the price of ${plan} is lower. From ${day} you pay ${price}. There is nothing you need to do.`,
    carried: (amount: string) => `${amount} from your last upgrade is added to the next payment.`,
    difference:
      'If your bank only lets us charge the old price, we send you the difference after each payment.',
  },

  priceRestored: {
    subject: (plan: string, page: string) => `${plan} by ${page} keeps its price`,
    from: ({ plan, page, day, price }: { plan: string; page: string; day: string; price: string }) =>
      `We wrote to you about a lower price for ${plan}. ${page} has taken it back before it applied, so from ${day} you pay ${price}, the price you agreed to.`,
  },

  changed: {
    subject: (page: string) => `Your membership with ${page} has changed`,
    later: ({ day, next, plan }: { day: string; next: string; plan: string }) =>
      `From ${day} you are on ${next}. Until then you keep ${plan}.`,
    now: ({ plan, price, day }: { plan: string; price: string; day: string }) =>
      `You are now on ${plan}, at ${price}. The next payment is on ${day}.`,
    carried: (amount: string) =>
      `The difference for the time until then, ${amount}, was too little to charge on its own, so it is added to that payment. If you cancel before then, it is never charged.`,
  },
} as const
