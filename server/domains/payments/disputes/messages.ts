/** The texts of the mail about money that a bank took though it had already gone back, to the operator. */
export const disputeLossMailTexts = {
  subject: (amount: string) => `A bank took ${amount} that had already been refunded`,
  paidTwice: (amount: string) =>
    `A dispute about a payment was lost, though ${amount} of that payment had already gone back to the supporter. The money has been paid twice. The platform bears it: it isn’t taken from the creator again.`,
  showRefund:
    'Show Razorpay the refund and its bank reference: a bank that finds it on its customer’s account usually returns the money.',
  dispute: 'Dispute',
  payment: 'Payment',
  amount: 'Amount',
} as const

/** The texts of mails to the operator about a bank that asks a payment back. */
export const disputeDeskMailTexts = {
  opened: {
    subject: (amount: string) => `A bank asks for ${amount} back`,
    sentence: (page: string, amount: string) =>
      `A bank is disputing a payment for ${page}. ${amount} is held until it has decided.`,
  },
  sent: {
    subject: (amount: string) => `Our answer about ${amount} is with the bank`,
    sentence: (page: string) =>
      `The payment provider has taken our answer about a disputed payment for ${page}. The bank decides next, which can take some weeks.`,
  },
  refused: {
    subject: (amount: string) => `Our answer about ${amount} was not accepted`,
    sentence: (page: string) =>
      `The payment provider did not accept our answer about a disputed payment for ${page}. Another one can be given while the bank waits.`,
  },
  won: {
    subject: (amount: string) => `The dispute about ${amount} was won`,
    sentence: (page: string) =>
      `The bank decided about a disputed payment in favour of ${page}. The money is no longer held.`,
  },
  lost: {
    subject: (amount: string) => `The dispute about ${amount} was lost`,
    sentence: (page: string, amount: string) =>
      `The bank decided about a disputed payment for ${page} in favour of the supporter. ${amount} went back to them.`,
  },
  closed: {
    subject: (amount: string) => `The dispute about ${amount} was dropped`,
    sentence: (page: string) =>
      `The bank dropped its dispute about a payment for ${page}. The money is no longer held.`,
  },
  answerBy: (day: string) =>
    `An answer is due by ${day}. Without one, the bank decides in favour of the supporter.`,
  answerSoon: 'Without an answer, the bank decides in favour of the supporter.',
  dispute: 'Dispute',
  payment: 'Payment',
  reason: 'Reason',
  open: 'Open the dispute',
} as const
