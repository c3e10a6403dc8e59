import type { BillingInterval } from '../../plans/pricing.ts'
import type { AccessFacts } from './access.ts'

/** What a member agreed to: one version of one plan, at one interval and price. */
export interface Terms {
  planId: string
  planVersionId: string
  interval: BillingInterval
  /** For one interval, in cents. */
  priceCents: number
}

/** A stretch of paid time, in whole seconds, and its whole worth on the present terms, in cents. */
export interface Period {
  from: Date
  until: Date
  worthCents: number
}

/** What the paid time would be on other terms, as of that moment. */
export interface Equivalent extends Terms {
  period: Period
  at: Date
}

/** Everything the billing rules read and change about one subscription. */
export interface Membership extends Terms, AccessFacts {
  /** The period paid last, after every change since; null while nothing is paid. */
  period: Period | null
  /** The same worth on the terms before each change since the last payment; empty if there were none. */
  equivalents: readonly Equivalent[]
  /** Owed for an upgrade and too little to be charged on its own: added to the next charge. In cents. */
  carriedCents: number
  /** How many periods were paid; only grows. */
  paidCount: number
  /** Terms that apply later. `agreedVersionId`: what was agreed to for then, if the plan costs less than that by now. */
  next: (Terms & { from: Date; agreedVersionId?: string }) | null
}
