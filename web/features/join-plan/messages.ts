import { formatNumber } from '#contract/numbers.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { APPROVAL_ABOVE_RUPEES } from '#contract/subscriptions/bank-approval.ts'

/** The texts of the payment dialog. */
export const joinPlanTexts = {
  title: (planName: string) => `Join ${planName}`,
  membershipOf: (pageName: string) => `Membership with ${pageName}`,
  plan: 'Plan',
  billed: 'Billed',
  billedEvery: { monthly: 'Monthly', yearly: 'Yearly' } satisfies Record<BillingInterval, string>,
  toPayNow: 'To pay now',
  whatHappensNext: 'What happens next',
  cardIsAsked: (amount: string) =>
    `Razorpay asks for your card and charges ${amount}. Cheers never sees the card number.`,
  cardOrUpiIsAsked: (amount: string) =>
    `Razorpay asks for your card or UPI ID and charges ${amount}. Cheers never sees the card number.`,
  startsOncePaid: 'Your membership starts as soon as the payment is confirmed.',
  renews: {
    monthly: (amount: string, nextCharge: string) =>
      `It renews automatically: ${amount} every month, next on ${nextCharge}, until you cancel. If you cancel, you keep access until the end of the period you paid for.`,
    yearly: (amount: string, nextCharge: string) =>
      `It renews automatically: ${amount} every year, next on ${nextCharge}, until you cancel. If you cancel, you keep access until the end of the period you paid for.`,
  } satisfies Record<BillingInterval, (amount: string, nextCharge: string) => string>,
  bankApproves: `With an Indian card, your bank asks you to approve each payment above ₹${formatNumber(APPROVAL_ABOVE_RUPEES)}, including renewals. It contacts you before each one.`,
  confirming: 'Confirming your payment…',
  starting: 'Loading...',
  pay: 'Pay with Razorpay',
  payOnPage: 'Trouble with the window? Pay on a page',
  elsewhere: {
    opened: 'The payment page is open in another tab',
    payThere: 'Pay there and come back. This page updates once your payment is confirmed.',
    blocked: 'One more step',
    openHere:
      "Your browser didn't open a new tab. Open the payment page here; this page updates once you've paid.",
    open: 'Open the payment page',
  },
}
