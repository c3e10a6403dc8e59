import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { plural } from '#contract/plural.ts'

export const onePaymentTexts = {
  title: 'Payments',
  search: { label: 'Find a payment', placeholder: 'Receipt or payment ID' },
  filter: 'Which payments',
  standings: { refunded: 'Refunded', disputed: 'Disputed' },
  findPerson: 'Find a payment by its number, or a person first',
  findPersonHelp: 'Your role sees the payments of one person at a time.',
  people: 'Find a person',
  back: 'All payments',
  backToPerson: (name: string) => `Back to ${name}`,
  one: 'Payment',
  heading: (amount: string, day: string) => `${amount} on ${day}`,
  why: {
    title: 'Why was it charged?',
    first: (member: string, plan: string, page: string, day: string) =>
      `${member} joined ${plan} by ${page} on ${day}. This was the first charge.`,
    later: (member: string, plan: string, page: string, day: string, number: string) =>
      `${member} has been a member of ${page} since ${day}. This was charge number ${number}, for ${plan}.`,
    difference: (member: string, plan: string, page: string, day: string) =>
      `${member}, a member of ${page} since ${day}, changed to ${plan}. This is what the change cost for the rest of the period.`,
    period: (from: string, until: string) => `It paid for the time from ${from} to ${until}.`,
    monthly: 'It renews every month until it is cancelled.',
    yearly: 'It renews every year until it is cancelled.',
    ended: 'The membership has ended since, so nothing more is charged.',
    carried: (amount: string) => `${amount} of it was left over from an earlier upgrade.`,
  },
  waterfall: {
    title: 'Where the money went',
    charged: 'Charged',
    fee: (percent: string) => `Platform, ${percent}%`,
    net: 'Creator',
    refund: (day: string) => `Refund of ${day}`,
    dispute: (day: string) => `A bank’s dispute of ${day}`,
    deciding: (asked: string, isSetAside: boolean) =>
      isSetAside
        ? `The bank asks for ${asked}, part of which is set aside for refunds. They wait until it has decided.`
        : 'Refunds that have not left wait until the bank has decided.',
    borne: (amount: string) => `The platform bears another ${amount}, which had been refunded before`,
    left: 'Left of it',
    provider: 'What the provider keeps, from the platform’s share',
    providerUnknown: 'Razorpay hasn’t told its fee yet.',
    withTax: (amount: string, tax: string) => `${amount}, of which ${tax} tax`,
    split: (fee: string, net: string) => `${fee} from the platform, ${net} from the creator`,
  },
  statuses: {
    requested: 'Requested',
    declined: 'Declined',
    approved: 'On its way to the provider',
    manual: 'To be paid by bank transfer',
    sent: 'Sent',
    processed: 'Made',
    failed: 'Failed',
  } as Readonly<Record<RefundStatus, string>>,
  replaced: 'Replaced',
  disputes: 'Disputes',
  dispute: (amount: string, day: string) => `${amount}, since ${day}`,
  disputeStatuses: {
    suspected: 'Fraud suspected',
    cleared: 'Suspicion dropped',
    open: 'Open',
    won: 'Won',
    closed: 'Closed',
    lost: 'Lost',
  } satisfies Record<DisputeStatus, string>,
  respondBy: (day: string) => `To be answered by ${day}`,
  payout: {
    title: 'Payout',
    pending: (day: string) => `It can be paid out from ${day}.`,
    none: 'The creator hasn’t requested a payout since then.',
    went: (amount: string, day: string) => `It went into the payout of ${amount} requested on ${day}.`,
    yearly:
      'Of a yearly payment a twelfth becomes available each month; this is the first payout with some of it.',
    see: 'See the payouts of the page',
  },
  facts: {
    member: 'Supporter',
    page: 'Page',
    receipt: 'Receipt',
    id: 'Our id',
    provider: 'Razorpay’s id',
  },
  refund: {
    open: 'Refund…',
    title: (amount: string) => `Give back ${amount}?`,
    body: (name: string) =>
      `It goes back to how ${name} paid. What was paid for ends when all of it goes back.`,
    twoPeople: 'More than $500 of a payment takes a second person.',
    amount: 'Amount',
    amountHelp: (amount: string) => `At most ${amount}.`,
    help: 'The supporter reads it.',
    confirm: 'Refund',
    done: 'The refund is on its way.',
    waiting: 'A second person is asked by email. Nothing has gone back yet.',
  },
} as const

export const refundTexts = {
  title: 'Refunds',
  queues: { label: 'Which refunds', requested: 'Requests', troubled: 'In trouble' },
  none: { requested: 'No requests are waiting', troubled: 'No refund is in trouble' },
  titleOf: (member: string, page: string) => `${member}, member of ${page}`,
  attempts: (count: number, refusal: string) =>
    plural(count, {
      one: `Refused once. Razorpay said: ${refusal}`,
      other: `Refused {n} times. Razorpay said last: ${refusal}`,
    }),
  next: (moment: string) => `Next attempt: ${moment} UTC`,
  payment: 'See the payment',
  decline: {
    open: 'Decline…',
    title: (amount: string) => `Decline the refund of ${amount}?`,
    help: 'The supporter reads it.',
    confirm: 'Decline',
    done: 'The request is declined.',
  },
  retry: { open: 'Try again now', done: 'Razorpay is asked again.' },
  transfer: {
    open: 'Pay by transfer…',
    title: (amount: string) => `Pay ${amount} by bank transfer?`,
    body: 'Razorpay isn’t asked any more. Pay it from our bank account, then enter the bank’s reference here.',
    confirm: 'Pay by transfer',
    done: 'It waits for the bank’s reference.',
  },
  paid: {
    open: 'Enter reference…',
    title: (amount: string) => `Was ${amount} paid by bank transfer?`,
    label: 'Reference of the bank',
    help: 'It is booked with the refund.',
    confirm: 'It was paid',
    done: 'The refund is booked.',
  },
} as const

/** The texts of lists of payments. */
export const paymentTexts = {
  none: 'No payments',
  planOf: (plan: string, page: string) => `${plan} by ${page}`,
  meta: (first: string, second: string) => `${first} · ${second}`,
  receipt: (number: string) => `Receipt ${number}`,
  refunded: 'Refunded',
  partlyRefunded: (amount: string) => `${amount} refunded`,
  disputed: 'Disputed',
} as const
