/** The texts of the mail about money that a bank took though it had already gone back, to the operator. */
export const disputeLossMailTexts = {
  subject: (amount: string) => `A bank took ${amount} that had already been refunded`,
  paidTwice: (amount: string) =>
    `A dispute about a payment was lost, though ${amount} of that payment had already gone back to the supporter. The money has been paid twice. The platform bears it: it isn't taken from the creator again.`,
  showRefund:
    "Show Razorpay the refund and its bank reference: a bank that finds it on its customer's account usually returns the money.",
  dispute: 'Dispute',
  payment: 'Payment',
  amount: 'Amount',
} as const
