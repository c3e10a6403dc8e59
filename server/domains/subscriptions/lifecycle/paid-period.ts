import type { ProviderDates } from '#contract/subscriptions/engine/coming-charges.ts'
import type { Equivalent, Period } from '#contract/subscriptions/engine/membership.ts'
import { termsOf } from '#contract/subscriptions/engine/terms.ts'

import type { SubscriptionRow } from '../queries.ts'

/** What the paid time would be on the terms before a change; moments as text, as JSON has them. */
export type StoredEquivalent = Omit<Equivalent, 'period' | 'at'> & {
  at: string
  period: { from: string; until: string; worthCents: number }
}

/** The paid period; null while nothing is paid. */
export function periodOf({ periodFrom, periodUntil, periodWorthCents }: SubscriptionRow): Period | null {
  if (periodFrom === null || periodUntil === null || periodWorthCents === null) return null
  return { from: periodFrom, until: periodUntil, worthCents: periodWorthCents }
}

/** What it would be on each of the terms it had since it was charged. */
export function equivalentsOf({ equivalents }: SubscriptionRow): Equivalent[] {
  return equivalents.map(({ at, period: { from, until, worthCents }, ...terms }) => ({
    ...termsOf(terms),
    at: new Date(at),
    period: { from: new Date(from), until: new Date(until), worthCents },
  }))
}

/** The provider's calendar as it was reported to us. */
export function providerDatesOf({ providerChargeAt, providerStartsAt }: SubscriptionRow): ProviderDates {
  return { chargeAt: providerChargeAt, startsAt: providerStartsAt }
}
