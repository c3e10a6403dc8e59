import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'

import type { MembershipFacts } from './emails.ts'

/** The facts that mails about the billing of a membership need. */
export interface BillingFacts extends MembershipFacts {
  /** "Visa" and "4242"; null until the provider has told us, and for members who pay by UPI. */
  cardNetwork: string | null
  cardLastDigits: string | null
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
