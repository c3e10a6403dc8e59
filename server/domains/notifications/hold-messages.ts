/** The texts of mails to a member whose renewals were stopped: for a suspended page, or a dispute with their bank. */
export const holdTexts = {
  pageSuspended: {
    subject: (page: string) => `${page} is not available at the moment`,
    suspended: (page: string, plan: string) =>
      `We have suspended the account behind ${page}, so the page is not available for now. You will not be charged for ${plan} while it is suspended.`,
    otherwise: (returnedOn: string, since: string) =>
      `If the page is not back by ${returnedOn}, your membership ends, and we pay back what you paid for the time since ${since}. You don’t need to do anything.`,
    refund: (days: string) =>
      `If you would rather not wait, you can ask for a refund of any payment from the last ${days} days.`,
  },

  pageBack: {
    subject: (page: string) => `${page} is back`,
    available: (page: string) => `${page} is available again.`,
    nothingCharged: 'Nothing was charged while the page was not available.',
  },

  disputed: {
    subject: (page: string) => `Your bank is disputing a payment to ${page}: nothing more is charged for now`,
    payment: ({ amount, page, paidOn, day }: Record<'amount' | 'page' | 'paidOn' | 'day', string>) =>
      `Your bank is disputing your payment of ${amount} to ${page} on ${paidOn}. Until it has decided, your membership won’t renew, and nothing is charged for it. You keep what you paid for, until ${day}.`,
    somePayment: (page: string, day: string) =>
      `Your bank is disputing a payment to ${page}. Until it has decided, your membership won’t renew, and nothing is charged for it. You keep what you paid for, until ${day}.`,
    whatFollows:
      'If your bank drops the dispute or decides that the payment stands, the membership continues automatically, as long as it is still paid for; after that, it waits for you to come back. If your bank takes the payment back, what it paid for ends.',
    notMeant:
      'If you did not mean to dispute this payment, please tell your bank: only your bank can drop it.',
  },

  disputeOver: {
    subject: (page: string) => `The dispute about your payment to ${page} is over`,
    payment: ({ amount, page, paidOn }: { amount: string; page: string; paidOn: string }) =>
      `Your bank is no longer disputing your payment of ${amount} to ${page} on ${paidOn}, so the payment stands.`,
    somePayment: (page: string) =>
      `Your bank is no longer disputing a payment to ${page}, so the payment stands.`,
    nothingCharged: 'Nothing was charged for this membership while your bank was disputing the payment.',
  },

  goesOn: {
    notActive: 'Your membership is no longer active. If you would like it to be, come back or join again.',
    ends: (day: string) =>
      `Your membership ends on ${day}. If you would like it to continue, choose “Keep my membership” before then.`,
    continues: ({ price, plan, day }: { price: string; plan: string; day: string }) =>
      `Your membership continues: ${price} for ${plan}, next charged on ${day}. If you would rather not, cancel before then.`,
    carried: (amount: string) => `${amount} from your last upgrade is added to the next payment.`,
  },
} as const
