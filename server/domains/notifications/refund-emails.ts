import { formatDay } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import type { RefundStatus } from '#contract/payments/refund-routes.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface RefundFacts {
  status: RefundStatus
  origin: string
  decidedBy: string | null
  amountCents: number
  paidCents: number
  /** Of the payment, altogether. */
  refundedCents: number
  reason: string
  decisionNote: string
  paidAt: Date
  memberName: string
  memberEmail: string
  ownerName: string
  ownerEmail: string
  pageName: string
  planName: string
  /** It going back ends nothing: it was not owed, or a later payment of the same membership stands. */
  isPaidOn: boolean
  /** What an upgrade took the place of, where that is still paid; and until when. */
  formerPlanName: string | null
  paidUntil: Date
  /** The membership is over. */
  hasEnded: boolean
}

export interface DisputeFacts {
  status: 'open' | 'won' | 'lost' | 'closed'
  amountCents: number
  paidAt: Date
  memberName: string
  ownerName: string
  ownerEmail: string
  planName: string
}

/** Asks a creator to decide. */
export function refundRequestLetter(facts: RefundFacts, publicUrl: string): Letter {
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `${facts.memberName} asks for a refund of ${formatCents(facts.amountCents)}`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `${facts.memberName} paid ${formatCents(facts.paidCents)} for ${facts.planName} on ${formatDay(facts.paidAt)} and asks for it back. Please approve or decline the request.`,
    ],
    rows: [['Their reason', facts.reason]],
    action: { label: 'Decide', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter what was decided, and by whom. */
export function refundDecisionLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents)
  const isDeclined = facts.status === 'declined'
  const isWhole = facts.refundedCents === facts.paidCents
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: isDeclined
      ? `Your refund request for ${facts.pageName} was declined`
      : `Your refund of ${amount} from ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: isDeclined
      ? [
          `${facts.decidedBy === 'operator' ? 'Cheers' : facts.pageName} declined your request for ${amount}. Your membership in ${facts.planName} goes on unchanged.`,
        ]
      : [
          `${amount} of what you paid for ${facts.planName} is on its way back to you. Banks take five to seven working days.`,
          ...(isWhole ? whatEnds(facts) : [facts.hasEnded ? ENDED : 'Your membership goes on unchanged.']),
        ],
    rows: [
      ['Membership', `${facts.planName} · ${facts.pageName}`],
      ...(facts.origin === 'rule' && facts.reason !== '' ? [['Reason', facts.reason] as const] : []),
      ['Paid', `${formatCents(facts.paidCents)} on ${formatDay(facts.paidAt)}`],
      ...(isDeclined ? [] : [['Refund', amount] as const]),
      ...(facts.decisionNote === '' ? [] : [['Note', facts.decisionNote] as const]),
    ],
    action: { label: 'Your payments', url: `${publicUrl}/settings?tab=billing` },
  }
}

const ENDED = 'Your membership has ended with it, and you will not be charged again.'

function whatEnds({ isPaidOn, formerPlanName, paidUntil, planName }: RefundFacts): string[] {
  if (isPaidOn) return ['Nothing else changes for you.']
  if (formerPlanName === null) return [ENDED]
  return [
    `Your upgrade to ${planName} has ended with it. You are back on ${formerPlanName}, which you have paid until ${formatDay(paidUntil)}.`,
    'You will not be charged again, and your membership ends on that day. If you would like it to go on, choose “Keep my membership” among your subscriptions before then.',
  ]
}

/** Tells a creator about money that went back without their doing. */
export function refundNoticeLetter(facts: RefundFacts, publicUrl: string): Letter {
  const why =
    facts.decidedBy === 'rule' && facts.origin === 'member'
      ? 'They asked within seven days and had opened less than a fifth of the posts, so it was given back at once.'
      : 'It was given back by Cheers or the payment provider.'
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `${formatCents(facts.amountCents)} went back to ${facts.memberName}`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `${formatCents(facts.amountCents)} of what ${facts.memberName} paid for ${facts.planName} on ${formatDay(facts.paidAt)} went back. ${why}`,
      'Our fee on it is given back to you; your balance shows the difference.',
    ],
    ...(facts.reason === '' ? {} : { rows: [['Reason', facts.reason] as const] }),
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter that the money came back to us. */
export function refundFailedLetter(facts: RefundFacts, publicUrl: string): Letter {
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your refund of ${formatCents(facts.amountCents)} did not arrive`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `Your bank did not take the refund of ${formatCents(facts.amountCents)} for ${facts.planName} of ${facts.pageName}. Please write to us, and we will find another way.`,
    ],
    action: { label: 'Contact us', url: `${publicUrl}/contact` },
  }
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
