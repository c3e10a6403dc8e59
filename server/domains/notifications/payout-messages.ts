/** A payout in the words of a mail. */
interface Payout {
  amount: string
  /** How long banks take. */
  days: string
  /** The last day of a hold. */
  until: string
}

/** The texts of mails to a creator about being paid. */
export const payoutTexts = {
  yourPayouts: 'See my payouts',
  account: 'Account',
  whereTo: (method: string, hint: string) => `${method}, ${hint}`,
  bankReference: 'Bank reference',
  reason: 'Reason',

  details: {
    subject: 'Your payout details have changed',
    goTo: 'From now on, your payouts go to the account below.',
    held: (day: string) => `To keep your money safe, nothing is sent there before ${day}.`,
    notYou: (contactUrl: string) =>
      `If this was not you, change your password and your payout details at once, and write to us: ${contactUrl}`,
  },

  statuses: {
    requested: {
      subject: ({ amount }: Payout) => `You requested a payout of ${amount}`,
      sentence: ({ amount, days }: Payout) =>
        `We have your request and will send ${amount} to the account below. Bank transfers take ${days} business days.`,
    },
    held: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} is on hold`,
      sentence: ({ amount, until }: Payout) =>
        `We have stopped your payout of ${amount} for now, for the reason below. It will continue by itself on ${until}, unless we release it earlier. If you can explain it, reply to this email or write to us.`,
    },
    released: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} is on its way again`,
      sentence: ({ amount }: Payout) =>
        `Your payout of ${amount} is no longer on hold. It will be sent to the account below as usual.`,
    },
    paid: {
      subject: ({ amount }: Payout) => `${amount} has been paid out`,
      sentence: ({ amount }: Payout) => `We have paid ${amount} to the account below.`,
    },
    failed: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} could not be made`,
      sentence: ({ amount }: Payout) =>
        `We could not pay ${amount} to the account below. It is back in your balance. Please check your payout details, then request it again.`,
    },
    reversed: {
      subject: ({ amount }: Payout) => `Your payout of ${amount} came back`,
      sentence: ({ amount }: Payout) =>
        `The bank returned the ${amount} that we paid to the account below. It is back in your balance. Please check your payout details, then request it again.`,
    },
  },
} as const
