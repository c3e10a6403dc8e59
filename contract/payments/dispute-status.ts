import * as z from 'zod/mini'

import { formatDay } from '../dates.ts'
import { moment } from '../fields.ts'
import type { Language } from '../languages.ts'
import { formatExactDollars } from '../money.ts'
import { creatorDisputeTexts, ownDisputeTexts } from './messages.ts'

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
  /** What the bank asks for, or took. */
  amount: z.number(),
  /** What of a lost one the platform bears, because it had been refunded before. */
  borne: z.number(),
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

/**
 * Its state in a sentence for the creator: in the payment's row and in the statement. Whoever writes in several
 * languages names one, with its texts.
 */
export function creatorDisputeSentence(
  asked: Dispute,
  language?: Language,
  texts: typeof creatorDisputeTexts = creatorDisputeTexts,
): string {
  const { status, amount, borne, currency, openedAt, respondBy, settledAt } = asked
  const due = respondBy === null ? null : formatDay(respondBy, language)
  const on = formatDay(settledAt ?? openedAt, language)
  const money = formatExactDollars(amount, currency, language)
  switch (status) {
    case 'suspected':
      return due === null ? texts.suspected(money) : texts.suspectedUntil(money, due)
    case 'cleared':
      return texts.cleared(on)
    case 'open':
      return due === null ? texts.open(money) : texts.openUntil(money, due)
    case 'won':
      return texts.won(money, on)
    case 'closed':
      return texts.closed(money, on)
    case 'lost': {
      const taken = formatExactDollars(-amount, currency, language)
      return borne > 0
        ? texts.lostAndBorne(taken, on, formatExactDollars(borne, currency, language))
        : texts.lost(taken, on)
    }
  }
}

/** The same for the supporter whose bank it is. */
export function ownDisputeSentence({ status, amount, currency, openedAt, settledAt }: Dispute): string {
  const on = formatDay(settledAt ?? openedAt)
  const money = formatExactDollars(amount, currency)
  switch (status) {
    case 'suspected':
      return ownDisputeTexts.suspected(on)
    case 'cleared':
      return ownDisputeTexts.cleared(on)
    case 'open':
      return ownDisputeTexts.open(money, on)
    case 'won':
      return ownDisputeTexts.won(on)
    case 'closed':
      return ownDisputeTexts.closed(on)
    case 'lost':
      return ownDisputeTexts.lost(money, on)
  }
}
