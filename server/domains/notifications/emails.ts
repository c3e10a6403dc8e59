import { formatDay } from '#contract/dates.ts'
import type { MediumKind } from '#contract/media/rules.ts'
import { formatCents } from '#contract/money.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { type BillingInterval, formatPrice } from '#contract/plans/pricing.ts'
import type { EndingReason } from '#server/domains/subscriptions/events.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface MembershipFacts {
  memberName: string
  memberEmail: string
  pageName: string
  handle: string
  planName: string
  interval: BillingInterval
  /** Of all prices of the membership. */
  currency: string
  priceCents: number
  accessUntil: Date
  /** When the provider charges next; until it has said so, when the paid time ends. */
  nextChargeAt: Date
  /** The page is visible; nothing is sent in its name otherwise. */
  isPageLive: boolean
}

/** The facts that a mail about a payment needs. */
export interface PaymentFacts {
  paymentId: string
  receiptYear: number
  receiptNumber: number
  amountCents: number
  paidAt: Date
}

/** Welcomes a new member; the receipt is part of it. */
export function welcomeLetter(
  facts: MembershipFacts & PaymentFacts,
  { publicUrl, operator }: { publicUrl: string; operator: { name: string; address: string; email: string } },
): Letter {
  const issuer = `${operator.name}, ${operator.address}, ${operator.email}`
  const [receiptUrl, listUrl] = [`${publicUrl}/receipts/${facts.paymentId}`, `${publicUrl}/subscriptions`]
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Welcome to ${facts.planName} by ${facts.pageName}: your receipt`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      `You are now a member of ${facts.pageName}. Thank you for supporting their work. Everything in ${facts.planName} is open to you.`,
    ],
    rows: [
      ['Membership', `${facts.planName} · ${facts.pageName}`],
      ['Paid', formatCents(facts.amountCents, facts.currency)],
      ['Date', formatDay(facts.paidAt)],
      [
        'Renews',
        `${formatDay(facts.nextChargeAt)}, ${formatPrice(facts.priceCents, facts.interval, facts.currency)}`,
      ],
      ['Receipt', formatReceiptNumber(facts.receiptYear, facts.receiptNumber)],
      ['Issued by', issuer],
    ],
    addresses: [issuer, receiptUrl, listUrl],
    action: { label: `Read ${facts.pageName}`, url: `${publicUrl}/${facts.handle}` },
    footnote: `Your receipt as a PDF: ${receiptUrl}. Your memberships are listed at ${listUrl}. You can ask for a refund within ${REFUND_WINDOW_DAYS} days.`,
  }
}

/** Every later payment is answered with its receipt, as is a first one to a page that has become unavailable. */
export function receiptLetter(
  facts: MembershipFacts & PaymentFacts,
  { publicUrl, operator }: { publicUrl: string; operator: { name: string; address: string; email: string } },
): Letter {
  const issuer = `${operator.name}, ${operator.address}, ${operator.email}`
  const listUrl = `${publicUrl}/subscriptions`
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `Your receipt: ${facts.planName} by ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [
      facts.isPageLive
        ? `Your membership of ${facts.pageName} continues. Thank you for supporting their work.`
        : `We received your payment for ${facts.planName}. ${facts.pageName} is not available at the moment; a separate mail says what that means for your membership.`,
    ],
    rows: [
      ['Membership', `${facts.planName} · ${facts.pageName}`],
      ['Paid', formatCents(facts.amountCents, facts.currency)],
      ['Date', formatDay(facts.paidAt)],
      ['Receipt', formatReceiptNumber(facts.receiptYear, facts.receiptNumber)],
      ['Issued by', issuer],
    ],
    addresses: [issuer, listUrl],
    action: { label: 'Your receipt', url: `${publicUrl}/receipts/${facts.paymentId}` },
    footnote: `Your memberships are listed at ${listUrl}. You can ask for a refund within ${REFUND_WINDOW_DAYS} days.`,
  }
}

/** A debit that a bank may have started before anyone could stop it. */
const DEBITED_AHEAD = 'If your bank has already started the next payment, we will send it back automatically.'

/** What a closing page owes a member: since when it is closed, when that is paid back, and how much. */
export interface ClosingFacts {
  closedAt: Date
  returnsOn: Date
  returnedCents: number
}

/** Tells a member that the page closed, and how much they get back. `closing` is null if it is open again by now. */
export function pageClosedLetter(
  facts: MembershipFacts,
  closing: ClosingFacts | null,
  publicUrl: string,
): Letter {
  const { pageName, planName } = facts
  const paidUntil = `You had paid until ${formatDay(facts.accessUntil)}.`
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    greeting: `Hello ${facts.memberName},`,
    subject: `${pageName} closed their page`,
    paragraphs: [
      `${pageName} closed their page, so your ${planName} membership has ended. You will not be charged again.`,
      DEBITED_AHEAD,
      closing && closing.returnedCents > 0
        ? `${paidUntil} If the page is not open again by ${formatDay(closing.returnsOn)}, you get ${formatCents(closing.returnedCents, facts.currency)} back for the time since ${formatDay(closing.closedAt)}. You don't need to do anything.`
        : paidUntil,
    ],
    action: { label: 'About refunds', url: `${publicUrl}/refund-policy` },
    footnote: `If your last payment is less than ${REFUND_WINDOW_DAYS} days old, you can also ask for it back now.`,
  }
}

/**
 * Tells a member that their membership won't renew, though they didn't end it. `meantPlanName`: the plan it is about,
 * if it isn't their own.
 */
export function endingLetter(
  facts: MembershipFacts,
  {
    reason,
    planName: meantPlanName,
    now,
  }: { reason: Exclude<EndingReason, 'page'>; planName?: string | undefined; now: Date },
  publicUrl: string,
): Letter {
  const { pageName, planName, handle } = facts
  const day = formatDay(facts.accessUntil)
  const letter = {
    to: { name: facts.memberName, address: facts.memberEmail },
    greeting: `Hello ${facts.memberName},`,
  }
  if (reason === 'price')
    return {
      ...letter,
      subject: `Your membership of ${pageName} ends on ${day}`,
      paragraphs: [
        `The time to agree to the new price of ${planName} is over, so your membership ends on ${day}. Until then you keep everything it includes, and you are not charged again.`,
        DEBITED_AHEAD,
        'You can still agree to the new price: keep your membership, or join again.',
      ],
      action: { label: 'See my subscriptions', url: `${publicUrl}/subscriptions` },
    }
  if (reason === 'block')
    return {
      ...letter,
      subject: `Your membership of ${pageName} ends on ${day}`,
      paragraphs: [
        `Your ${planName} membership of ${pageName} will not be renewed. You keep access until ${day}, and you will not be charged again.`,
        DEBITED_AHEAD,
      ],
      action: { label: 'See my subscriptions', url: `${publicUrl}/subscriptions` },
    }
  if (reason === 'next_plan')
    return {
      ...letter,
      subject: `Your change to ${meantPlanName ?? 'another plan'} will not happen`,
      paragraphs: [
        `${pageName} stopped offering ${meantPlanName ?? 'the plan you had chosen'}, so your planned change is dropped. You stay on ${planName}, which you have paid until ${day}.`,
        `Your card was registered for the other plan, so you will not be charged again, and your membership ends on ${day}. If you would like it to continue, choose “Keep my membership” in My Subscriptions before then.`,
      ],
      action: { label: 'See my subscriptions', url: `${publicUrl}/subscriptions` },
    }
  const access =
    facts.accessUntil > now
      ? `You keep access until ${day}`
      : "Your last renewal wasn't paid, so your membership is over"
  return {
    ...letter,
    subject: `${pageName} no longer offers ${planName}`,
    paragraphs: [
      `${pageName} stopped offering ${planName}. ${access}, and you will not be charged again.`,
      DEBITED_AHEAD,
    ],
    action: { label: `Visit ${pageName}`, url: `${publicUrl}/${handle}` },
  }
}

export interface NewPostFacts {
  memberName: string
  memberEmail: string
  pageName: string
  handle: string
}

/** Tells a supporter about a new post that they can read. */
export function newPostLetter(
  facts: NewPostFacts,
  links: { publicUrl: string; unsubscribeUrl: string },
): Letter {
  const settingsUrl = `${links.publicUrl}/settings?tab=notifications`
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject: `A new post by ${facts.pageName}`,
    greeting: `Hello ${facts.memberName},`,
    paragraphs: [`${facts.pageName}, a creator you support, published a new post. It is open to you.`],
    action: { label: 'Read the post', url: `${links.publicUrl}/${facts.handle}` },
    addresses: [settingsUrl],
    footnote: `Choose which mails you get: ${settingsUrl}`,
    unsubscribeUrl: links.unsubscribeUrl,
  }
}

export interface LossFacts {
  name: string
  email: string
  kind: MediumKind
  sentAt: Date
  isInPost: boolean
  /** The original, at least. */
  isPlayable: boolean
}

const KINDS: Record<MediumKind, string> = { image: 'a picture', video: 'a video', audio: 'an audio file' }

/** Tells a creator that a file of theirs is lost: they may still have it, and their post shows nothing. */
export function lossLetter(facts: LossFacts, publicUrl: string): Letter {
  const file = KINDS[facts.kind]
  return {
    to: { name: facts.name, address: facts.email },
    subject: `We lost ${file} you uploaded`,
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `Our copy of ${file} that you uploaded on ${formatDay(facts.sentAt)} is damaged and can no longer be shown. We are sorry.`,
      facts.isInPost
        ? 'The post it was in is still there, without it. If you have the file, please publish it again.'
        : 'It was not in a post yet. If you have the file, please upload it again.',
    ],
    action: { label: 'Go to Cheers', url: publicUrl },
  }
}

/**
 * Tells a creator that a file of theirs could not be prepared: nothing of it is shown, or it plays as it was uploaded.
 */
export function notPreparedLetter(facts: LossFacts, publicUrl: string): Letter {
  const file = KINDS[facts.kind]
  const sent = `${file} that you uploaded on ${formatDay(facts.sentAt)}`
  return {
    to: { name: facts.name, address: facts.email },
    subject: `We could not prepare ${file} you uploaded`,
    greeting: `Hello ${facts.name},`,
    paragraphs: facts.isPlayable
      ? [
          `We could not make smaller versions of ${sent}. It plays as you uploaded it, which may be slow on weak connections.`,
          'If you want it to play everywhere, please export it again, for instance as MP4, and publish that.',
        ]
      : [
          `We could not prepare ${sent}, so it cannot be shown. We will not try again automatically.`,
          facts.isInPost
            ? 'Its post stays hidden: please delete it and publish it again with another version of the file, for instance exported as MP4 or JPEG.'
            : 'Please upload another version of the file, for instance exported as MP4 or JPEG.',
        ],
    action: { label: 'Go to Cheers', url: publicUrl },
  }
}
