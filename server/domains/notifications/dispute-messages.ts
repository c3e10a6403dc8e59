/** The payment that a bank asks about, told to the creator. */
interface AskedPayment {
  amount: string
  member: string
  plan: string
  paidOn: string
}

/** The texts of mails about a bank’s inquiry into a payment. */
export const disputeTexts = {
  yourPayouts: 'See my payouts',
  yourPayments: 'See my payments',

  suspected: {
    subject: ({ amount }: AskedPayment) => `A bank suspects fraud in a payment of ${amount}`,
    sentence: ({ member, plan, paidOn }: AskedPayment) =>
      `The supporter’s bank suspects that ${member}’s payment for ${plan} on ${paidOn} was not made by the card’s owner. Nothing has been taken yet.`,
    refund: (member: string) =>
      `You can refund the payment now: money that has gone back to the supporter does not become a chargeback. If you are sure that the payment is genuine, keep it. Either way, ${member} is not charged again until the bank has decided.`,
    refundBefore: (member: string, day: string) =>
      `You can refund the payment now, best before ${day}: money that has gone back to the supporter does not become a chargeback. If you are sure that the payment is genuine, keep it. Either way, ${member} is not charged again until the bank has decided.`,
    refunded: 'It has already been refunded, so there is nothing for you to do.',
  },
  cleared: {
    subject: ({ amount }: AskedPayment) => `The bank no longer suspects fraud (${amount})`,
    sentence: ({ member, plan, paidOn }: AskedPayment) =>
      `The bank’s suspicion of fraud in ${member}’s payment for ${plan} on ${paidOn} has ended. Nothing was taken.`,
  },
  open: {
    subject: ({ amount }: AskedPayment) => `${amount} is held: a bank is disputing a payment`,
    sentence: ({ amount, member, plan, paidOn }: AskedPayment) =>
      `A bank is disputing ${member}’s payment for ${plan} on ${paidOn}. ${amount} is held until it has decided; until then your share of it is not in your balance.`,
    notCharged: (member: string) => `Until the bank has decided, ${member} is not charged again.`,
    answerDue: (member: string, day: string) =>
      `An answer to the bank is due by ${day}. Until the bank has decided, ${member} is not charged again.`,
  },
  answered: {
    subject: ({ amount }: AskedPayment) => `We have answered the bank about ${amount}`,
    sentence: ({ member, plan, paidOn }: AskedPayment) =>
      `A bank is disputing ${member}’s payment for ${plan} on ${paidOn}. We have told it what speaks for you; it decides next, which can take some weeks. There is nothing for you to do.`,
  },
  won: {
    subject: ({ amount }: AskedPayment) => `You won the dispute about ${amount}`,
    sentence: ({ member, plan, paidOn }: AskedPayment) =>
      `The bank decided about ${member}’s payment for ${plan} on ${paidOn} in your favour. Your share is back in your balance.`,
  },
  closed: {
    subject: ({ amount }: AskedPayment) => `The bank dropped its dispute about ${amount}`,
    sentence: ({ member, plan, paidOn }: AskedPayment) =>
      `The bank dropped its dispute about ${member}’s payment for ${plan} on ${paidOn}. Your share is back in your balance.`,
  },
  lost: {
    subject: ({ amount }: AskedPayment) => `The dispute about ${amount} was lost`,
    sentence: ({ amount, member, plan, paidOn }: AskedPayment) =>
      `The bank decided about ${member}’s payment for ${plan} on ${paidOn} in favour of the supporter. The ${amount} went back to them.`,
  },

  takenBack: {
    subject: (amount: string, page: string) => `Your bank has taken back ${amount} for ${page}`,
    sentence: ({ plan, page, paidOn, amount }: Record<'plan' | 'page' | 'paidOn' | 'amount', string>) =>
      `Your bank has decided about your payment for ${plan} by ${page} on ${paidOn}: the ${amount} went back to you.`,
    ends: 'The access it paid for ends with it, and nothing more is charged for this membership unless you choose to come back. You can do that whenever you like.',
  },
} as const
