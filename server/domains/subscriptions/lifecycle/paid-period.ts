import type { ProviderDates } from '#contract/subscriptions/engine/coming-charges.ts'
import type { Equivalent, Period } from '#contract/subscriptions/engine/membership.ts'
import { termsOf } from '#contract/subscriptions/engine/terms.ts'

/** What the paid time would be on the terms before a change; moments as text, as JSON has them. */
export type StoredEquivalent = Omit<Equivalent, 'period' | 'at'> & {
  at: string
  period: { from: string; until: string; worthCents: number }
}

/** What a row has of its paid time. */
export interface StoredPeriod {
  /** The period that was paid, after every change since, and its worth in cents. */
  periodFrom: Date | null
  periodUntil: Date | null
  periodWorthCents: number | null
  equivalents: StoredEquivalent[]
  /** The provider's calendar as reported to us: when it charges next, and since when it counts. */
  providerChargeAt: Date | null
  providerStartsAt: Date | null
}

/** The paid period; null while nothing is paid. */
export function periodOf({ periodFrom, periodUntil, periodWorthCents }: StoredPeriod): Period | null {
  if (periodFrom === null || periodUntil === null || periodWorthCents === null) return null
  return { from: periodFrom, until: periodUntil, worthCents: periodWorthCents }
}

/** What it would be on each of the terms it had since it was charged. */
export function equivalentsOf({ equivalents }: StoredPeriod): Equivalent[] {
  return equivalents.map(({ at, period: { from, until, worthCents }, ...terms }) => ({
    ...termsOf(terms),
    at: new Date(at),
    period: { from: new Date(from), until: new Date(until), worthCents },
  }))
}

/** The provider's calendar as it was reported to us. */
export function providerDatesOf({ providerChargeAt, providerStartsAt }: StoredPeriod): ProviderDates {
  return { chargeAt: providerChargeAt, startsAt: providerStartsAt }
}
