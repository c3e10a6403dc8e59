import type { DISPUTE_MOMENTS } from '#contract/console/dispute-rules.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import { plural } from '#contract/plural.ts'

const statuses: Record<DisputeStatus, string> = {
  suspected: 'Fraud suspected',
  cleared: 'Suspicion ended',
  open: 'Open',
  won: 'Won',
  closed: 'Dropped',
  lost: 'Lost',
}

const moments: Record<(typeof DISPUTE_MOMENTS)[number], string> = {
  paid: 'The member paid',
  opened: 'The bank asked for the money back',
  answered: 'We wrote an answer',
  sent: 'The payment provider took it',
  refused: 'The payment provider did not take it',
  due: 'An answer is due',
  settled: 'The bank decided',
}

/** The bank's steps; one that isn't here is shown as it came. */
const phases: Partial<Record<string, string>> = {
  fraud: 'Suspicion of fraud',
  retrieval: 'The bank asks for information',
  chargeback: 'Chargeback',
  pre_arbitration: 'Before arbitration',
  arbitration: 'Arbitration',
}

export const disputeTexts = {
  title: 'Disputes',
  subtitle: 'Payments that banks have asked back. Their money is held until the bank has decided.',
  documentTitle: 'Dispute',
  queues: { label: 'Which disputes', waiting: 'Waiting', settled: 'Decided' },
  none: { waiting: 'No bank is asking for money back', settled: 'No dispute has been decided yet' },
  between: (member: string, page: string) => `${member} to ${page}`,
  dueBy: (day: string) => `Answer due by ${day}`,
  noDay: 'No day is set for an answer',
  overdue: (day: string) => `An answer was due by ${day}`,
  settledOn: (day: string) => `Decided on ${day}`,
  statuses,
  moments,
  phases,
  evidence: { none: 'Not answered', queued: 'Being sent', sent: 'Answered', refused: 'Answer not taken' },
  one: {
    back: 'All disputes',
    title: (amount: string) => `A bank asks for ${amount} back`,
    settledTitle: (amount: string) => `A bank asked for ${amount} back`,
    payment: 'Payment',
    amount: 'Paid',
    fee: 'Our fee',
    net: 'The creator’s share',
    refunded: 'Refunded',
    plan: 'Plan',
    member: 'Member',
    page: 'Page',
    receipt: 'Receipt',
    provider: 'At the provider',
    reason: 'The bank’s reason',
    phase: 'How far it is',
    use: 'What speaks for the page',
    memberSince: 'Member since',
    payments: (count: number) => plural(count, { one: '1 payment', other: `${count} payments` }),
    paid: 'Has paid',
    opened: 'Opened since this payment',
    openedCount: (count: number) => plural(count, { one: '1 post', other: `${count} posts` }),
    lastOpened: 'Last opened',
    never: 'Never',
    timeline: 'What happened',
    ahead: 'ahead',
    answers: 'Our answers',
    by: (name: string, day: string) => `${name}, ${day}`,
    command: 'A command',
    pictures: (count: number) => plural(count, { one: '1 picture', other: `${count} pictures` }),
    refusal: (reason: string) => `The provider’s reason: ${reason}`,
  },
  answer: {
    title: 'Answer the bank',
    body: 'Say what was sold, that it was delivered, and how the member used it. The bank gets this text and the pictures; it can be answered once.',
    text: 'What the bank should know',
    textHelp: 'Names, dates and amounts as they stand on the receipt help most.',
    missing: 'Write what the bank should know.',
    pictures: 'Pictures',
    picturesHelp:
      'JPEG or PNG, such as screenshots of what was delivered. Leave out what doesn’t concern this member.',
    send: 'Send the answer…',
    suggest: 'Begin with the facts',
    suggestion: (facts: {
      plan: string
      page: string
      paidOn: string
      amount: string
      receipt: string
      since: string
      /** null: nothing, which is better not said. */
      opened: string | null
      last: string | null
    }) =>
      `The member has subscribed to ${facts.plan} by ${facts.page} since ${facts.since}. On ${facts.paidOn} they paid ${facts.amount} (receipt ${facts.receipt}), which gave them access to the page’s posts at once.${facts.opened === null ? '' : ` Since then they opened ${facts.opened}, the last on ${facts.last}.`} The membership can be cancelled in the account’s settings at any time, and refunds can be asked for within 7 days.`,
    confirmTitle: (amount: string) => `Send this answer about ${amount}?`,
    confirmBody: 'The bank gets it as it is, and it cannot be changed afterwards.',
    confirm: 'Send the answer',
    sent: 'The answer is on its way to the bank.',
    suspected:
      'The bank only suspects fraud: nothing has been taken, and there is nothing to answer. If the payment is not genuine, refund it.',
    answered: 'The bank has our answer. It decides next, which can take some weeks.',
    queued: 'Our answer is on its way to the payment provider.',
  },
} as const
