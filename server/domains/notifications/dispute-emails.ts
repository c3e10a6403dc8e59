import { formatDay } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface DisputeFacts {
  status: DisputeStatus
  currency: string
  amountCents: number
  /** Until when the bank waits for an answer; null: unknown. */
  respondBy: Date | null
  /** The part of the payment that hasn't gone back to the supporter. */
  keptCents: number
  paidAt: Date
  memberName: string
  memberEmail: string
  pageName: string
  ownerName: string
  ownerEmail: string
  planName: string
}

/** Tells a creator that a bank is reclaiming a payment, or may, or what it decided. */
export function disputeLetter(facts: DisputeFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  const payment = `${facts.memberName}'s payment for ${facts.planName} on ${formatDay(facts.paidAt)}`
  const due = facts.respondBy && formatDay(facts.respondBy)
  const [subject, ...paragraphs] = {
    suspected: [
      `A bank suspects fraud in a payment of ${amount}`,
      `The supporter's bank suspects that ${payment} was not made by the card's owner. Nothing has been taken yet.`,
      facts.keptCents > 0
        ? `You can refund the payment now${due ? `, best before ${due}` : ''}: money that has gone back to the supporter does not become a chargeback. If you are sure that the payment is genuine, keep it. Either way, ${facts.memberName} is not charged again until the bank has decided.`
        : 'It has already been refunded, so there is nothing for you to do.',
    ],
    cleared: [
      `The bank no longer suspects fraud (${amount})`,
      `The bank's suspicion of fraud in ${payment} has ended. Nothing was taken.`,
    ],
    open: [
      `${amount} is held: a bank is disputing a payment`,
      `A bank is disputing ${payment}. ${amount} is held until it has decided; until then your share of it is not in your balance.`,
      `${due ? `An answer to the bank is due by ${due}. ` : ''}Until the bank has decided, ${facts.memberName} is not charged again.`,
    ],
    won: [
      `${amount} is yours again: the dispute is won`,
      `The bank decided about ${payment} in your favour. Your share is back in your balance.`,
    ],
    closed: [
      `${amount} is yours again: the dispute is closed`,
      `The bank dropped its dispute about ${payment}. Your share is back in your balance.`,
    ],
    lost: [
      `The dispute about ${amount} is lost`,
      `The bank decided about ${payment} in favour of the supporter. The ${amount} went back to them.`,
    ],
  }[facts.status] as [string, ...string[]]
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs,
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter that their bank took a payment back, and what that means. */
export function disputeLostLetter(facts: DisputeFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your bank has taken back ${amount} for ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `Your bank has decided about your payment for ${facts.planName} by ${facts.pageName} on ${formatDay(facts.paidAt)}: the ${amount} went back to you.`,
      'The access it paid for ends with it, and nothing more is charged for this membership unless you choose to come back. You can do that whenever you like.',
    ],
    action: { label: 'Your payments', url: `${publicUrl}/settings?tab=billing` },
  }
}
