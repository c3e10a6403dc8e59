/** A refund in the words of a mail to the creator. */
interface CreatorsRefund {
  amount: string
  member: string
  plan: string
  paidOn: string
}

/** The texts of mails about a refund, to the supporter. */
export const refundTexts = {
  yourPayments: 'See my payments',
  membership: 'Membership',
  planOfPage: (plan: string, page: string) => `${plan} · ${page}`,
  reason: 'Reason',
  paid: 'Paid',
  paidOn: (amount: string, day: string) => `${amount} on ${day}`,
  refund: 'Refund',
  note: 'Note',

  ended: 'Your membership has ended with it, and you will not be charged again.',
  goesOn: 'Your membership continues unchanged.',
  nothingElse: 'Nothing else changes for you.',
  accessUntilGone: 'You keep your access until the refund has been sent. We will email you then.',
  moreToReturn: 'What you were charged while the refund was on its way is being sent back to you as well.',
  backOn: ({ plan, left, day }: { plan: string; left: string; day: string }) =>
    `Your upgrade to ${plan} has ended with it. You are back on ${left}, which you have paid for until ${day}.`,
  endsThen:
    'You will not be charged again, and your membership ends on that day. If you would like it to continue, choose “Keep my membership” in My Subscriptions before then.',

  asked: {
    subject: (page: string, amount: string) => `You asked ${page} for a refund of ${amount}`,
    received: ({ page, amount, plan }: { page: string; amount: string; plan: string }) =>
      `${page} has received your request for a refund of ${amount} for ${plan}. We will email you as soon as there is a decision. Until then, nothing changes for you.`,
    reason: 'Your reason',
  },

  declined: {
    subject: (page: string) => `Your refund request for ${page} was declined`,
    by: ({ who, amount, plan }: { who: string; amount: string; plan: string }) =>
      `${who} declined your request for ${amount}. Your ${plan} membership continues unchanged.`,
    byUs: (amount: string, plan: string) =>
      `Cheers declined your request for ${amount}. Your ${plan} membership continues unchanged.`,
  },

  approved: {
    subject: (amount: string, page: string) => `Your refund of ${amount} from ${page} is on its way`,
    sent: (amount: string, plan: string) =>
      `${amount} of what you paid for ${plan} is being sent back to you. Banks usually take five to seven working days.`,
  },

  done: {
    subject: (amount: string, page: string) => `Your refund of ${amount} from ${page} has been sent`,
    left: (amount: string, plan: string) =>
      `We have sent ${amount} of what you paid for ${plan} back to your bank. It may take a few days to show up there.`,
  },

  transfer: {
    subject: (amount: string) => `Where should we send your refund of ${amount}?`,
    notToCard: ({ amount, plan, page }: { amount: string; plan: string; page: string }) =>
      `Your refund of ${amount} for ${plan} by ${page} cannot go back to the card that you paid with. We will send it by bank transfer instead.`,
    tellUs:
      'Please write to us and tell us which bank account it should go to. Until it has been sent, nothing changes for you.',
    writeToUs: 'Write to us',
  },

  failed: {
    subject: (amount: string) => `Your refund of ${amount} did not arrive`,
    notAccepted: ({ amount, plan, page }: { amount: string; plan: string; page: string }) =>
      `Your bank did not accept the refund of ${amount} for ${plan} by ${page}.`,
    standing: {
      unchanged: 'Nothing has changed for you: your membership is as it was.',
      restored: 'Your membership is open again, until the day you have paid for.',
      ended: 'The time you had paid for is over by now.',
    },
    askAgain: (days: string) =>
      `You can ask for it again in your billing history, even after the ${days} days. If it fails again, please write to us, and we will find another way.`,
    bankDecides:
      'Your bank has also been asked to take this payment back. Until it has decided, nothing can be refunded. If it does not give you the money, you can then ask for the refund again in your billing history.',
  },
} as const

/** The texts of the same to the creator. */
export const refundNoticeTexts = {
  yourPayouts: 'See my payouts',
  reason: 'Reason',

  request: {
    subject: (member: string, amount: string) => `${member} asks for a refund of ${amount}`,
    decideIt: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `${member} paid ${amount} for ${plan} on ${paidOn} and has asked for a refund. Please approve or decline the request.`,
    reason: 'Their reason',
    decide: 'Review the request',
  },

  sent: {
    subject: (amount: string, member: string) => `${amount} is going back to ${member}`,
    byRule: ({
      amount,
      member,
      plan,
      paidOn,
      days,
      percent,
    }: CreatorsRefund & { days: string; percent: string }) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} is being sent back. They asked within ${days} days and had opened less than ${percent}% of the posts, so it was granted automatically.`,
    byUs: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `Cheers has granted a refund: ${amount} of what ${member} paid for ${plan} on ${paidOn} is being sent back.`,
    byRuleOfOurs: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} is being sent back automatically.`,
    byProvider: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} is being sent back through our payment provider.`,
    fee: 'Our fee on it is returned to you; your balance shows the difference.',
  },

  done: {
    subject: (amount: string, member: string) => `${amount} went back to ${member}`,
    continues: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} has been sent back to their bank. Their membership continues.`,
    ended: ({ amount, member, plan, paidOn }: CreatorsRefund) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} has been sent back to their bank. Their membership has ended with it.`,
    backOn: ({ amount, member, plan, paidOn, left }: CreatorsRefund & { left: string }) =>
      `${amount} of what ${member} paid for ${plan} on ${paidOn} has been sent back to their bank. They are back on ${left}, which they have paid for.`,
  },

  failed: {
    subject: (amount: string, member: string) => `The refund of ${amount} to ${member} did not arrive`,
    notAccepted: ({ member, amount, plan }: { member: string; amount: string; plan: string }) =>
      `${member}’s bank did not accept the refund of ${amount} for ${plan}.`,
    backInBalance: 'Your share of it is back in your balance, and their membership is as it was.',
    bankDecides:
      'A bank is also disputing this payment. Your share of what it asks for is held until it has decided, and until then the refund cannot be sent again.',
    sendAgain: 'You can send it again from the payment on your payouts page; they can ask for it again, too.',
  },
} as const
