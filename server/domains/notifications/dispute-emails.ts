import { formatDay } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface DisputeFacts {
  status: 'open' | 'won' | 'lost' | 'closed'
  amountCents: number
  paidAt: Date
  memberName: string
  memberEmail: string
  pageName: string
  ownerName: string
  ownerEmail: string
  planName: string
}

/** Tells a creator that a bank asks a payment back, or what it decided. */
export function disputeLetter(facts: DisputeFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents)
  const payment = `the payment of ${facts.memberName} for ${facts.planName} on ${formatDay(facts.paidAt)}`
  const [subject, sentence] = {
    open: [
      `${amount} is held: a bank disputes a payment`,
      `A bank disputes ${payment}. ${amount} is held until it has decided; your share of it is not in your balance meanwhile.`,
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
  }[facts.status] as [string, string]
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [sentence],
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter that their bank has taken a payment back, and what that means. */
export function disputeLostLetter(facts: DisputeFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your bank has taken back ${amount} for ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `Your bank has decided about your payment for ${facts.planName} of ${facts.pageName} on ${formatDay(facts.paidAt)}: the ${amount} went back to you.`,
      'What that payment opened has ended, and you will not be charged for it again. You can join once more whenever you like.',
    ],
    action: { label: 'Your payments', url: `${publicUrl}/settings?tab=billing` },
  }
}
