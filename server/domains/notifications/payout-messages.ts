/** A payout in the words of a mail. */
interface Payout {
  amount: string
  method: string
  hint: string
  /** How long banks take. */
  days: string
}

/** The texts of mails to a creator about being paid. */
export const payoutTexts = {
  yourPayouts: 'Your payouts',
  bankReference: 'Bank reference',
  reason: 'Reason',

  details: {
    subject: 'Where you are paid from now on',
    goTo: (method: string, hint: string) => `From now on, your payouts go to ${method}, ${hint}.`,
    held: (day: string) =>
      `To keep you safe, nothing is sent there before ${day}. If this was not you, change your password and the payout details at once, and write to us.`,
    notHeld: 'If this was not you, change your password and the payout details at once, and write to us.',
  },

  statuses: {
    requested: {
      subject: ({ amount }: Payout) => `You requested a payout of ${amount}`,
      sentence: ({ amount, method, hint, days }: Payout) =>
        `${amount} goes to ${method}, ${hint}. Bank transfers take ${days} business days.`,
    },
    paid: {
      subject: ({ amount }: Payout) => `${amount} has been paid out`,
      sentence: ({ amount, method, hint }: Payout) => `${amount} was paid to ${method}, ${hint}.`,
    },
    failed: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} could not be made`,
      sentence: ({ amount, method, hint }: Payout) =>
        `${amount} could not be paid to ${method}, ${hint}. It is back in your balance; please check your payout details and request it again.`,
    },
    reversed: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} came back`,
      sentence: ({ amount, method, hint }: Payout) =>
        `The bank returned ${amount} that was paid to ${method}, ${hint}. It is back in your balance; please check your payout details and request it again.`,
    },
  },
} as const
