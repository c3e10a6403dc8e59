import { formatDay } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { HARDLY_USED_BELOW_PERCENT } from '#contract/payments/refund-rules.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface RefundFacts {
  status: RefundStatus
  origin: string
  decidedBy: string | null
  currency: string
  amountCents: number
  paidCents: number
  /** Totals of the payment: the refunds decided, and the part of them under way. */
  refundedCents: number
  returnedCents: number
  reason: string
  decisionNote: string
  paidAt: Date
  memberName: string
  memberEmail: string
  ownerName: string
  ownerEmail: string
  pageName: string
  planName: string
  /** It wasn't owed, or a later payment keeps the membership: its refund ends nothing. */
  isPaidOn: boolean
  /** Whether refunding the payment ended something; false where the membership doesn't depend on it. */
  hasEndedPlan: boolean
  /** The plan the member is back on, and until when; null: the membership has ended. */
  leftPlanName: string | null
  leftUntil: Date | null
  /** The membership is over, for whatever reason. */
  hasEnded: boolean
  /** Charges on the membership made while the refund was under way go back with it. */
  hasMoreToReturn: boolean
}

/** Asks a creator to decide. */
export function refundRequestLetter(facts: RefundFacts, publicUrl: string): Letter {
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `${facts.memberName} asks for a refund of ${formatCents(facts.amountCents, facts.currency)}`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `${facts.memberName} paid ${formatCents(facts.paidCents, facts.currency)} for ${facts.planName} on ${formatDay(facts.paidAt)} and asks for it back. Please approve or decline the request.`,
    ],
    rows: [['Their reason', facts.reason]],
    action: { label: 'Decide', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter that their request is with the creator. */
export function refundAskedLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `You asked ${facts.pageName} for a refund of ${amount}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `${facts.pageName} has your request for ${amount} of what you paid for ${facts.planName}. We will mail you as soon as it is decided. Until then nothing changes for you.`,
    ],
    rows: [['Your reason', facts.reason]],
    action: yourPayments(publicUrl),
  }
}

/** Tells a supporter the decision, and who made it. */
export function refundDecisionLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  const isDeclined = facts.status === 'declined'
  const who = facts.decidedBy === 'operator' ? 'Cheers' : facts.pageName
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: isDeclined
      ? `Your refund request for ${facts.pageName} was declined`
      : `Your refund of ${amount} from ${facts.pageName} is on its way`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: isDeclined
      ? [`${who} declined your request for ${amount}. Your ${facts.planName} membership continues unchanged.`]
      : [
          `${amount} of what you paid for ${facts.planName} is being sent back to you. Banks take five to seven working days.`,
          whatWillEnd(facts),
        ],
    rows: [
      ['Membership', `${facts.planName} · ${facts.pageName}`],
      ...reasonOf(facts),
      ['Paid', `${formatCents(facts.paidCents, facts.currency)} on ${formatDay(facts.paidAt)}`],
      ...(isDeclined ? [] : [['Refund', amount] as const]),
      ...(facts.decisionNote === '' ? [] : [['Note', facts.decisionNote] as const]),
    ],
    action: yourPayments(publicUrl),
  }
}

/** Tells a supporter that the money has left, and what ended with it. */
export function refundDoneLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your refund of ${amount} from ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `${amount} of what you paid for ${facts.planName} has left for your bank. It may take a few days to appear there.`,
      ...whatHasEnded(facts),
    ],
    rows: [
      ['Membership', `${facts.planName} · ${facts.pageName}`],
      ...reasonOf(facts),
      ['Paid', `${formatCents(facts.paidCents, facts.currency)} on ${formatDay(facts.paidAt)}`],
      ['Refund', amount],
      ...(facts.decisionNote === '' ? [] : [['Note', facts.decisionNote] as const]),
    ],
    action: yourPayments(publicUrl),
  }
}

const ENDED = 'Your membership has ended with it, and you will not be charged again.'
const GOES_ON = 'Your membership continues unchanged.'
const NOTHING_ELSE = 'Nothing else changes for you.'

function whatWillEnd({ isPaidOn, refundedCents, paidCents, hasEnded }: RefundFacts): string {
  if (isPaidOn) return NOTHING_ELSE
  if (hasEnded) return ENDED
  return refundedCents === paidCents
    ? 'You keep your access until the money has left. We will mail you then.'
    : GOES_ON
}

function whatHasEnded(facts: RefundFacts): string[] {
  const { isPaidOn, hasEndedPlan, hasEnded, leftPlanName, leftUntil, planName } = facts
  if (isPaidOn) return [NOTHING_ELSE]
  const more = facts.hasMoreToReturn
    ? ['What you were charged while the refund was on its way is being sent back to you as well.']
    : []
  if (!hasEndedPlan)
    return [hasEnded ? ENDED : facts.returnedCents < facts.paidCents ? GOES_ON : NOTHING_ELSE]
  if (leftPlanName === null || leftUntil === null) return [ENDED, ...more]
  return [
    `Your upgrade to ${planName} has ended with it. You are back on ${leftPlanName}, which you have paid for until ${formatDay(leftUntil)}.`,
    'You will not be charged again, and your membership ends on that day. If you would like it to continue, choose “Keep my membership” in My Subscriptions before then.',
    ...more,
  ]
}

/** Tells a supporter that their card can't take the refund, and how they get it anyway. */
export function refundTransferLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Where should we send your refund of ${amount}?`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `Your refund of ${amount} for ${facts.planName} by ${facts.pageName} cannot go back to the card that you paid with. We will send it by bank transfer instead.`,
      'Please write to us and tell us which bank account it should go to. Until the money has left, nothing changes for you.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}/contact` },
  }
}

/** The reason for a refund that nobody requested. */
function reasonOf({ origin, reason }: RefundFacts): (readonly [string, string])[] {
  return origin === 'rule' && reason !== '' ? [['Reason', reason]] : []
}

function yourPayments(publicUrl: string) {
  return { label: 'Your payments', url: `${publicUrl}/settings?tab=billing` }
}

/** Tells a creator about money that goes back without their doing. */
export function refundNoticeLetter(facts: RefundFacts, publicUrl: string): Letter {
  const why =
    facts.decidedBy === 'rule' && facts.origin === 'member'
      ? `They asked within ${REFUND_WINDOW_DAYS} days and had opened less than ${HARDLY_USED_BELOW_PERCENT}% of the posts, so it was granted automatically.`
      : 'It was granted by Cheers or the payment provider.'
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `${formatCents(facts.amountCents, facts.currency)} is going back to ${facts.memberName}`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `${formatCents(facts.amountCents, facts.currency)} of what ${facts.memberName} paid for ${facts.planName} on ${formatDay(facts.paidAt)} is being sent back. ${why}`,
      'Our fee on it is returned to you; your balance shows the difference.',
    ],
    ...(facts.reason === '' ? {} : { rows: [['Reason', facts.reason] as const] }),
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a creator that the money has left. */
export function refundDoneNoticeLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  const ended =
    facts.leftPlanName === null
      ? 'Their membership has ended with it.'
      : `They are back on ${facts.leftPlanName}, which they have paid for.`
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `${amount} went back to ${facts.memberName}`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `The refund of ${amount} of what ${facts.memberName} paid for ${facts.planName} on ${formatDay(facts.paidAt)} has left for their bank. ${facts.hasEndedPlan ? ended : 'Their membership continues.'}`,
    ],
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a supporter that the money did not go, and that nothing has changed for them. */
export function refundFailedLetter(facts: RefundFacts, publicUrl: string, standing: Standing): Letter {
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your refund of ${formatCents(facts.amountCents, facts.currency)} did not arrive`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `Your bank did not accept the refund of ${formatCents(facts.amountCents, facts.currency)} for ${facts.planName} by ${facts.pageName}.`,
      WHAT_STANDS[standing],
      `You can ask for it again in your billing history, even after the ${REFUND_WINDOW_DAYS} days. If it fails again, please write to us, and we will find another way.`,
    ],
    action: yourPayments(publicUrl),
  }
}

/** Tells a creator the same. */
export function refundFailedNoticeLetter(facts: RefundFacts, publicUrl: string): Letter {
  const amount = formatCents(facts.amountCents, facts.currency)
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: `The refund of ${amount} to ${facts.memberName} did not arrive`,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `${facts.memberName}'s bank did not accept the refund of ${amount} for ${facts.planName}. Your share of it is back in your balance, and their membership is as it was.`,
      'You can send it again next to the payment; they can ask for that as well.',
    ],
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** The result of a failed refund: nothing changed, ended access was restored, or it couldn't be restored. */
export type Standing = 'unchanged' | 'restored' | 'ended'

const WHAT_STANDS: Record<Standing, string> = {
  unchanged: 'Nothing has changed for you: your membership is as it was.',
  restored: 'Your membership is open again, until the day you have paid for.',
  ended: 'The time you had paid for is over by now, so please ask for the money again.',
}
