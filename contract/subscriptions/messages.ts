/** The product's texts around joining and paying; the spec's sentences verbatim. */
export const subscriptionMessages = {
  paymentSuccessful: 'Payment successful',
  paymentFailedPrefix: 'Payment failed: ',
  popupClosed: 'Payment popup closed.',
  checkoutFailed: 'Failed to create checkout session',
  paymentPending: 'We are waiting for the payment to be confirmed.',
  paymentDisputed:
    "Your bank is disputing one of your payments to this page. Until it has decided, we won't charge you for it again.",
  blocked: "You can't join this page.",
  /** Reasons on refunds that a rule orders. */
  priceIsLower:
    'Your plan costs less now, but your card was still charged the old price: this is the difference.',
  chargedWhileRefunded:
    'Your refund ended this membership, and this was charged while the refund was on its way, so it goes back to you as well.',
  budgetMalformed: 'Please enter a whole number of dollars, from 1 to 100,000.',
  alreadySubscribed: 'You are already a member of this creator.',
} as const

/** Why a payment that was not owed goes back: the reason on its refund, for the member and the creator alike. */
export const returnReasons = {
  twice: 'This payment was not owed: the membership was already paid.',
  replaced: 'This payment was for a plan that had been replaced by another one.',
  ended: 'This payment came in after the membership had ended.',
  paused: 'This payment came in while the membership was paused.',
  disputed: 'This payment came in while a bank was disputing another payment for the membership.',
  outdated: 'The plan, its price or the membership had changed before this payment came in.',
} as const

/** What a plan change means, sentence by sentence. Amounts and days arrive formatted. */
export const changeTexts = {
  carriedIsAdded: (amount: string, day: string) =>
    `${amount} from your last upgrade is added to the payment on ${day}.`,
  beginsAndActive: (planName: string) => `${planName} begins at once, and your membership is active again.`,
  payToday: (amount: string, day: string, price: string) =>
    `Today you pay ${amount}. From ${day} you pay ${price}.`,
  activeAgain: "Your membership is active again, and what you've paid counts.",
  undone: (planName: string) => `You stay on ${planName}: the planned change is undone.`,
  asBefore: (day: string, price: string) =>
    `Nothing is charged today. From ${day} you pay ${price}, as before.`,
  keepsUntil: (day: string) => `You keep your current plan until ${day}.`,
  beginsOn: (planName: string, day: string, price: string) =>
    `Nothing is charged today. ${planName} begins on ${day} at ${price}.`,
  beginsAtOnce: (planName: string) => `${planName} begins at once.`,
  credit: (amount: string) => `The unused time you have paid for is worth ${amount}.`,
  creditPays: (amount: string, day: string) =>
    `The unused time you have paid for is worth ${amount}. It pays for your new plan until ${day}.`,
  difference: (day: string, amount: string) => `Today you pay the difference up to ${day}: ${amount}.`,
  nothingToday: 'You pay nothing today.',
  tooLittle: (amounts: { day: string; carried: string; afterwards: string; price: string }) =>
    `The difference up to ${amounts.day} is ${amounts.carried}, too little to charge on its own. It is added to your payment on ${amounts.day}: ${amounts.afterwards} then, and ${amounts.price} after that. If you cancel before then, it is never charged.`,
  from: (day: string, price: string) => `From ${day} you pay ${price}.`,
  nothingTodayFrom: (day: string, price: string) => `Nothing is charged today. From ${day} you pay ${price}.`,
} as const

/** What a creator reads about a membership they end. */
export const endingMessages = {
  ended: 'The membership will not be renewed, and your member gets an email about it.',
  endedAndRefunded: 'The membership will not be renewed, and the refund is on its way.',
  /** The member reads it with the refund. */
  refundReason: 'The creator ended the membership.',
} as const
