import type { BillingFacts } from '#server/domains/notifications/billing-facts.ts'
import type { PaymentFacts } from '#server/domains/notifications/emails.ts'

import { RAVI, on } from './sample.ts'

/** A membership that runs, paid by card. */
export const MEMBERSHIP: BillingFacts = {
  memberName: RAVI.name,
  memberEmail: RAVI.email,
  pageName: 'Asha Plays',
  handle: 'asha',
  planName: 'Tipsy',
  welcomeNote: '',
  interval: 'monthly',
  currency: 'USD',
  priceCents: 999,
  accessUntil: on('2026-03-14'),
  nextChargeAt: on('2026-03-14'),
  isPageLive: true,
  cardNetwork: 'Visa',
  cardLastDigits: '4242',
  upiId: null,
  isCardIndian: false,
  cardExpiresAt: on('2026-04-01'),
  nextPlanName: null,
  nextFrom: null,
  nextPriceCents: null,
  nextInterval: null,
  carriedCents: 0,
  offeredPriceCents: null,
  offerEndsAt: null,
  status: 'active',
  cancelAtPeriodEnd: false,
  suspendedAt: null,
  disputedCents: null,
  disputedCurrency: null,
  disputedPaidAt: null,
}

export const PAYMENT: PaymentFacts = {
  paymentId: '0197a3c2-5d10-7c44-9a55-2f6f0c1be001',
  receiptYear: 2026,
  receiptNumber: 1042,
  amountCents: 999,
  paidAt: on('2026-02-14'),
}
