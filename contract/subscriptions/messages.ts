/** What the product says around joining and paying; the spec's sentences verbatim. */
export const subscriptionMessages = {
  paymentSuccessful: 'Payment successful',
  paymentFailedPrefix: 'Payment failed: ',
  popupClosed: 'Payment popup closed.',
  checkoutFailed: 'Failed to create checkout session',
  paymentPending: 'We are waiting for the payment to be confirmed.',
  paymentDisputed:
    'Your bank disputes a payment of yours to this page. Until it has decided, we charge you nothing more for it.',
  blocked: 'Joining this page is not possible.',
  /** Reasons on refunds that a rule orders. */
  priceIsLower:
    'The price of your plan is lower now, and your card was still charged the old one: this is the rest.',
  chargedWhileRefunded:
    'Your refund has ended this membership, and this was charged while it was on its way. So it goes back to you as well.',
  budgetMalformed: 'Please enter a whole number of dollars, from 1 to 100,000.',
  alreadySubscribed: 'You are already a member of this creator.',
} as const

/** Why a payment that nobody owed goes back: the reason on its refund, for the member and the creator alike. */
export const returnReasons = {
  twice: 'This payment was not owed: the membership is paid already.',
  replaced: 'This payment was for a plan that had been replaced by another one.',
  ended: 'This payment came in after the membership had ended.',
  paused: 'This payment came in while the membership was paused.',
  disputed: 'This payment came in while a bank disputed another payment of the membership.',
  outdated: 'The plan, its price or the membership had changed before this payment came in.',
} as const
