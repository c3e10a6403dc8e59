import type { BillingFacts } from '#server/domains/notifications/billing-facts.ts'
import { billingLetter } from '#server/domains/notifications/billing-letters.ts'
import type { NoticeKind } from '#server/domains/subscriptions/events.ts'

import { MEMBERSHIP } from './membership.ts'
import { on, type Sample, SITE } from './sample.ts'

interface Occasion {
  when: string
  facts?: Partial<BillingFacts>
}

const UPI = {
  upiId: 'r•••@okaxis',
  cardNetwork: null,
  cardLastDigits: null,
  currency: 'INR',
  priceCents: 49900,
}
const DISPUTED = { disputedCents: 999, disputedCurrency: 'USD', disputedPaidAt: on('2026-02-14') }

/** One occasion at least for every kind. */
const OCCASIONS: Record<NoticeKind, readonly [Occasion, ...Occasion[]]> = {
  renewal_ahead: [
    {
      when: 'A yearly membership renews in a week.',
      facts: { interval: 'yearly', priceCents: 9900, carriedCents: 240 },
    },
    { when: 'A membership paid by UPI renews soon.', facts: UPI },
  ],
  payment_failed: [
    { when: 'A card is declined at a renewal.' },
    { when: 'A UPI ID can’t be debited at a renewal.', facts: UPI },
  ],
  grace_ending: [
    { when: 'The days after a failed renewal are nearly over.' },
    { when: 'The same, paid by UPI.', facts: UPI },
  ],
  paused: [{ when: 'A renewal was not paid in time.' }, { when: 'The same, paid by UPI.', facts: UPI }],
  recovered: [{ when: 'A failed renewal is paid.' }],
  card_expiring: [
    { when: 'The card that pays expires before the next renewal.' },
    { when: 'The same, where its month is not known.', facts: { cardExpiresAt: null } },
  ],
  price_change: [
    {
      when: 'A creator asks members to agree to a higher price.',
      facts: { offeredPriceCents: 1200, offerEndsAt: on('2026-04-14') },
    },
  ],
  price_lowered: [{ when: 'A creator lowers a price.', facts: { nextPriceCents: 799, carriedCents: 240 } }],
  price_restored: [{ when: 'A creator takes a lower price back before it applies.' }],
  changed: [
    {
      when: 'A member moves to a dearer plan.',
      facts: { planName: 'Drunk', priceCents: 1999, carriedCents: 240 },
    },
    {
      when: 'A member chooses another plan from the next renewal.',
      facts: { nextPlanName: 'Buzzed', nextFrom: on('2026-03-14'), nextPriceCents: 499 },
    },
  ],
  page_suspended: [
    { when: 'The staff suspends a creator.', facts: { suspendedAt: on('2026-03-01'), isPageLive: false } },
  ],
  page_back: [
    { when: 'The suspension of a creator is lifted.' },
    { when: 'The same, to a member who had cancelled.', facts: { cancelAtPeriodEnd: true } },
    { when: 'The same, to a member whose membership is over.', facts: { status: 'canceled' } },
  ],
  payment_disputed: [
    { when: 'A member’s bank disputes a payment.', facts: DISPUTED },
    { when: 'The same, where the payment is not known.' },
  ],
  dispute_over: [
    { when: 'A bank’s dispute is over, and the payment stands.', facts: DISPUTED },
    { when: 'The same, to a member whose membership is over.', facts: { ...DISPUTED, status: 'canceled' } },
  ],
}

export const billingSamples: Sample[] = Object.entries(OCCASIONS).flatMap(([key, occasions]) => {
  const kind = key as NoticeKind
  return occasions.map(({ when, facts }, index) => ({
    name: `${kind.replaceAll('_', '-')}${index === 0 ? '' : `-${index + 1}`}`,
    audience: 'members' as const,
    when,
    write: (language) => billingLetter(kind, { ...MEMBERSHIP, ...facts }, SITE, language),
  }))
})
