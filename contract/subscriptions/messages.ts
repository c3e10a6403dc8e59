/** What the product says around joining and paying; the spec's sentences verbatim. */
export const subscriptionMessages = {
  paymentSuccessful: 'Payment successful',
  paymentFailedPrefix: 'Payment failed: ',
  popupClosed: 'Payment popup closed.',
  checkoutFailed: 'Failed to create checkout session',
  paymentPending: 'We are waiting for the payment to be confirmed.',
  blocked: 'Joining this page is not possible.',
  /** The reason on a refund that a rule orders. */
  chargedTwice: 'This payment was not owed: the membership is paid already.',
  priceIsLower:
    'The price of your plan is lower now, and your card was still charged the old one: this is the rest.',
  chargedWhileRefunded:
    'Your refund has ended this membership, and this was charged while it was on its way. So it goes back to you as well.',
  budgetMalformed: 'Please enter a whole number of dollars, from 1 to 100,000.',
  alreadySubscribed: 'You are already a member of this creator.',
} as const
