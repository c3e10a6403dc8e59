import { formatDay, formatMonth } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { type BillingInterval, formatPrice, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { graceEnd } from '#contract/subscriptions/engine/access.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import type { NoticeKind } from '#server/domains/subscriptions/events.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

import type { MembershipFacts } from './emails.ts'

export interface BillingFacts extends MembershipFacts {
  /** "Visa ending in 4242", "UPI ID r•••@okaxis"; null until the provider has told us. */
  card: string | null
  /** A UPI ID is debited; `card` names it. */
  isUpi: boolean
  cardExpiresAt: Date | null
  nextPlanName: string | null
  nextFrom: Date | null
  nextPriceCents: number | null
  nextInterval: BillingInterval | null
  /** From an upgrade, added to the next charge. */
  carriedCents: number
  offeredPriceCents: number | null
  offerEndsAt: Date | null
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  /** Since when the page is suspended; null while it is not. */
  suspendedAt: Date | null
  /** The last payment to this page that a bank disputed; null: none. */
  disputedCents: number | null
  disputedCurrency: string | null
  disputedPaidAt: Date | null
}

/** The letters to a member about the billing of one membership. Each names what to do, and what happens otherwise. */
export function billingLetter(kind: NoticeKind, facts: BillingFacts, publicUrl: string): Letter {
  const { subject, paragraphs, label, footnote = NEVER_CHARGED } = LETTERS[kind](facts)
  return {
    to: { name: facts.memberName, address: facts.memberEmail },
    subject,
    greeting: `Hello ${facts.memberName},`,
    paragraphs,
    action: { label, url: `${publicUrl}/subscriptions` },
    footnote,
  }
}

interface Said {
  subject: string
  paragraphs: string[]
  label: string
  footnote?: string
}

const NEVER_CHARGED = 'You are never charged for time in which you had no access.'

function graceDay({ accessUntil }: BillingFacts): string {
  return formatDay(graceEnd(accessUntil))
}

function priceOf({ priceCents, interval, currency }: BillingFacts): string {
  return formatPrice(priceCents, interval, currency)
}

/** The price of the next renewal. */
function comingPriceOf({
  nextPriceCents,
  nextInterval,
  carriedCents,
  priceCents,
  interval,
  currency,
}: BillingFacts): string {
  const price = formatPrice(nextPriceCents ?? priceCents, nextInterval ?? interval, currency)
  return carriedCents > 0
    ? `${price}, and ${formatCents(carriedCents, currency)} from your last upgrade`
    : price
}

function chooseCard({ isUpi }: BillingFacts): string {
  return isUpi ? 'Choose a card' : 'Choose another card'
}

const LETTERS: Record<NoticeKind, (facts: BillingFacts) => Said> = {
  renewal_ahead: (facts) => ({
    subject: `Your membership of ${facts.pageName} renews on ${formatDay(facts.nextChargeAt)}`,
    paragraphs: [
      `Your ${facts.nextPlanName ?? facts.planName} plan for ${facts.pageName} renews on ${formatDay(facts.nextChargeAt)} for another ${(facts.nextInterval ?? facts.interval) === 'yearly' ? 'year' : 'month'}: ${comingPriceOf(facts)}${facts.card ? `, ${facts.isUpi ? 'debited from' : 'charged to'} your ${facts.card}` : ''}.`,
      'There is nothing you need to do. If you would rather not continue, you can cancel before that day in two taps.',
    ],
    label: 'See my subscriptions',
  }),
  payment_failed: (facts) => ({
    subject: `We could not renew your membership of ${facts.pageName}`,
    paragraphs: [
      `The payment of ${priceOf(facts)} for ${facts.planName} did not go through. It happens. We will try again on each of the next three days, and you keep your access until ${graceDay(facts)}.`,
      facts.isUpi
        ? 'If your UPI ID can no longer be debited, choose a card and the payment is made at once.'
        : 'If your card has changed, choose another one and the payment is made at once.',
    ],
    label: chooseCard(facts),
  }),
  grace_ending: (facts) => ({
    subject: `Your access to ${facts.pageName} ends on ${graceDay(facts)}`,
    paragraphs: [
      `The payment for ${facts.planName} by ${facts.pageName} still has not gone through. You keep your access until ${graceDay(facts)}; then your membership is paused.`,
      `${chooseCard(facts)}, and it continues as before.`,
    ],
    label: chooseCard(facts),
  }),
  paused: (facts) => ({
    subject: `Your membership of ${facts.pageName} is paused`,
    paragraphs: [
      `We could not ${facts.isUpi ? 'debit your UPI ID' : 'charge your card'} for ${facts.planName} by ${facts.pageName}, so your membership is paused. Nothing is charged while it is.`,
      `Your place and your price of ${priceOf(facts)} are kept. You can come back with one tap whenever you like.`,
    ],
    label: 'Come back',
  }),
  recovered: (facts) => ({
    subject: `Your membership of ${facts.pageName} continues`,
    paragraphs: [
      `Everything in ${facts.planName} is open to you. It is paid until ${formatDay(facts.accessUntil)}.`,
    ],
    label: 'See my subscriptions',
  }),
  card_expiring: (facts) => ({
    subject: `Your card for ${facts.pageName} expires soon`,
    paragraphs: [
      `The card that pays for ${facts.planName} by ${facts.pageName}${facts.card ? ` (${facts.card})` : ''} stops working ${facts.cardExpiresAt ? `at the end of ${formatMonth(lastMomentBefore(facts.cardExpiresAt))}` : 'soon'}. The next payment is on ${formatDay(facts.nextChargeAt)}.`,
      'Choose another card before then, and nothing is interrupted.',
    ],
    label: 'Choose another card',
  }),
  price_change: (facts) => ({
    subject: `${facts.planName} by ${facts.pageName} has a new price`,
    paragraphs: [
      `${facts.pageName} asks you to agree to a new price for ${facts.planName}: ${formatPrice(pricePerIntervalCents(facts.offeredPriceCents ?? facts.priceCents, facts.interval), facts.interval, facts.currency)}. You pay ${priceOf(facts)} now, and nothing changes unless you agree.`,
      `If you have not agreed by ${formatDay(facts.offerEndsAt ?? facts.accessUntil)}, your membership ends with the period you paid for, and you are not charged again.`,
    ],
    label: 'Look at the new price',
  }),
  price_lowered: (facts) => ({
    subject: `${facts.planName} by ${facts.pageName} costs less now`,
    paragraphs: [
      `Good news: the price of ${facts.planName} is lower. From ${formatDay(facts.nextChargeAt)} you pay ${comingPriceOf(facts)}. There is nothing you need to do.`,
    ],
    label: 'See my subscriptions',
    footnote:
      'If your bank only lets us charge the old price, we send you the difference after each payment.',
  }),
  changed: (facts) => ({
    subject: `Your membership of ${facts.pageName} has changed`,
    paragraphs:
      facts.nextPlanName && facts.nextFrom
        ? [
            `From ${formatDay(facts.nextFrom)} you are on ${facts.nextPlanName}. Until then you keep ${facts.planName}.`,
          ]
        : [
            `You are now on ${facts.planName}, at ${priceOf(facts)}. The next payment is on ${formatDay(facts.nextChargeAt)}.`,
            ...(facts.carriedCents > 0
              ? [
                  `The difference for the time until then, ${formatCents(facts.carriedCents, facts.currency)}, was too little to charge on its own, so it is added to that payment. If you cancel before then, it is never charged.`,
                ]
              : []),
          ],
    label: 'See my subscriptions',
  }),
  page_suspended: pageSuspended,
  page_back: pageBack,
  payment_disputed: paymentDisputed,
  dispute_over: disputeOver,
}

function pageSuspended(facts: BillingFacts): Said {
  const since = facts.suspendedAt ?? facts.accessUntil
  const returnedOn = formatDay(new Date(since.getTime() + SUSPENSION_RETURN_DAYS * 86_400_000))
  return {
    subject: `${facts.pageName} is not available at the moment`,
    paragraphs: [
      `We have suspended the account behind ${facts.pageName}, so the page is not available for now. You will not be charged for ${facts.planName} while it is suspended.`,
      `If the page is not back by ${returnedOn}, your membership ends, and we pay back what you paid for the time since ${formatDay(since)}. You don't need to do anything.`,
    ],
    label: 'See my subscriptions',
    footnote: `If you would rather not wait, you can ask for a refund of any payment from the last ${REFUND_WINDOW_DAYS} days.`,
  }
}

/** The future of a membership whose renewals were stopped, and its button's label. */
function howItGoesOn(facts: BillingFacts): readonly [sentence: string, label: string] {
  const day = formatDay(facts.accessUntil)
  const isRunning = facts.status === 'active' || facts.status === 'past_due'
  return !isRunning
    ? [
        `Your membership is no longer active. If you would like it to be, come back or join again.`,
        'Come back',
      ]
    : facts.cancelAtPeriodEnd
      ? [
          `Your membership ends on ${day}. If you would like it to continue, choose “Keep my membership” before then.`,
          'Keep my membership',
        ]
      : [
          `Your membership continues: ${comingPriceOf(facts)} for ${facts.planName}, next charged on ${formatDay(facts.nextChargeAt)}. If you would rather not, cancel before then.`,
          'See my subscriptions',
        ]
}

function pageBack(facts: BillingFacts): Said {
  const [sentence, label] = howItGoesOn(facts)
  return {
    subject: `${facts.pageName} is back`,
    paragraphs: [`${facts.pageName} is available again.`, sentence],
    label,
    footnote: 'Nothing was charged while the page was suspended.',
  }
}

function disputedPaymentOf({
  disputedCents,
  disputedCurrency,
  disputedPaidAt,
  pageName,
  currency,
}: BillingFacts): string {
  if (disputedCents === null || disputedPaidAt === null) return `a payment to ${pageName}`
  return `your payment of ${formatCents(disputedCents, disputedCurrency ?? currency)} to ${pageName} on ${formatDay(disputedPaidAt)}`
}

function paymentDisputed(facts: BillingFacts): Said {
  return {
    subject: `Your bank is disputing a payment to ${facts.pageName}: nothing more is charged for now`,
    paragraphs: [
      `Your bank is disputing ${disputedPaymentOf(facts)}. Until it has decided, your membership is not renewed and nothing is charged for it. You keep what you paid for, until ${formatDay(facts.accessUntil)}.`,
      'If your bank drops the dispute or decides that the payment stands, the membership continues automatically, as long as it is still paid for; after that, it waits for you to come back. If your bank takes the payment back, what it paid for ends.',
    ],
    label: 'See my subscriptions',
    footnote:
      'If you did not mean to dispute this payment, please tell your bank: only your bank can drop it.',
  }
}

function disputeOver(facts: BillingFacts): Said {
  const [sentence, label] = howItGoesOn(facts)
  return {
    subject: `The dispute about your payment to ${facts.pageName} is over`,
    paragraphs: [
      `Your bank is no longer disputing ${disputedPaymentOf(facts)}, so the payment stands.`,
      sentence,
    ],
    label,
    footnote: 'Nothing was charged for this membership while your bank was disputing the payment.',
  }
}

/** A card stops working at the end of its last month. */
function lastMomentBefore(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - 1)
}
