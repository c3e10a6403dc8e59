import * as z from 'zod/mini'

import { formatDay } from '../dates.ts'
import { moment } from '../fields.ts'
import { formatExactDollars } from '../money.ts'

/**
 * The state of a bank's inquiry about a payment. `suspected`: it suspects fraud and has taken nothing, so the payment
 * can still be refunded; `cleared`: it dropped that. `open`: the money is held until the bank has decided. `won` and
 * `closed`: the payment is kept. `lost`: the money went back to the supporter.
 */
export const disputeStatus = z.enum(['suspected', 'cleared', 'open', 'won', 'closed', 'lost'])
export type DisputeStatus = z.infer<typeof disputeStatus>

/** A bank's inquiry about a payment, open or past, in that payment's currency. */
export const dispute = z.object({
  status: disputeStatus,
  amount: z.number(),
  currency: z.string(),
  openedAt: moment,
  /** Until when the bank waits for an answer; null if it hasn't said, or no longer waits. */
  respondBy: z.nullable(moment),
  /** When the bank decided; null until then. */
  settledAt: z.nullable(moment),
})
export type Dispute = z.infer<typeof dispute>

/** Whether money is held for it, or gone, and so can no longer be refunded. */
export function takesMoney({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'lost'
}

/** Whether the bank has yet to decide: until then the supporter is not charged again. */
export function isUndecided({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'suspected'
}

/** Its state in a sentence for the creator: in the payment's row and in the statement. */
export function creatorDisputeSentence(asked: Dispute): string {
  const { status, amount, currency, openedAt, respondBy, settledAt } = asked
  const due = respondBy === null ? '' : `, answer due ${formatDay(respondBy)}`
  const on = formatDay(settledAt ?? openedAt)
  const money = formatExactDollars(amount, currency)
  switch (status) {
    case 'suspected':
      return `The bank suspects fraud${due}: none of the ${money} has been taken yet`
    case 'cleared':
      return `The bank's suspicion of fraud ended on ${on}: nothing was taken`
    case 'open':
      return `Disputed with the bank${due}: ${money} is held`
    case 'won':
      return `Dispute won on ${on}: the ${money} is no longer held`
    case 'closed':
      return `Dispute dropped by the bank on ${on}: the ${money} is no longer held`
    case 'lost':
      return `Lost to a dispute: ${formatExactDollars(-amount, currency)} on ${on}`
  }
}

/** The same for the supporter whose bank it is. */
export function ownDisputeSentence({ status, amount, currency, openedAt, settledAt }: Dispute): string {
  const on = formatDay(settledAt ?? openedAt)
  const money = formatExactDollars(amount, currency)
  switch (status) {
    case 'suspected':
      return `Your bank has suspected since ${on} that someone else made this payment. Nothing more is charged until it has decided`
    case 'cleared':
      return `Your bank's suspicion of fraud ended on ${on}`
    case 'open':
      return `Disputed by your bank since ${on}: it is deciding about ${money}. Nothing more is charged until then`
    case 'won':
      return `Your bank decided on ${on} that the payment stands`
    case 'closed':
      return `Your bank dropped its dispute on ${on}: the payment stands`
    case 'lost':
      return `Given back by your bank: ${money} on ${on}`
  }
}
