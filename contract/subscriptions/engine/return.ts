import { CURRENCY, type Currency } from '../../money.ts'
import { firstRenewal } from '../renewal.ts'

import {
  type ChangePreview,
  type ChangeRefusal,
  type ChangeTiming,
  CLOSED_BEFORE_RENEWAL_SECONDS,
  kindOfChange,
  previewChange,
} from './change.ts'
import type { Membership, Terms } from './membership.ts'
import { secondsBetween } from './periods.ts'
import { isSameTerms } from './terms.ts'

/**
 * What it means for a membership that rests to come back on other terms. While paid time is left, it counts as it would
 * have without the rest, see {@link previewChange}; where none is, a whole period is paid now. The own terms are no
 * change: coming back on them is a call of its own.
 */
export function previewReturn(
  membership: Membership,
  to: Terms,
  timing: ChangeTiming,
  at: Date,
  currency: Currency = CURRENCY,
): ChangePreview | ChangeRefusal {
  if (isSameTerms(membership, to)) return 'same_plan'
  if (!beginsAnew(membership, at))
    return previewChange({ ...membership, status: 'active', next: null }, to, timing, at, currency)
  const nextChargeAt = firstRenewal(at, to.interval)
  return {
    kind: kindOfChange(membership, to),
    timing: 'now',
    // What waited for the next charge comes with it.
    chargedNowCents: to.priceCents + membership.carriedCents,
    carriedCents: 0,
    creditCents: 0,
    settledBy: 'nothing',
    period: { from: at, until: nextChargeAt, worthCents: to.priceCents },
    equivalents: [],
    accessUntil: nextChargeAt,
    nextChargeAt,
    nextChargeCents: to.priceCents,
  }
}

/** Whether coming back begins a new period: nothing of what was paid is left. */
export function beginsAnew({ accessUntil }: Pick<Membership, 'accessUntil'>, at: Date): boolean {
  return accessUntil === null || secondsBetween(at, accessUntil) < CLOSED_BEFORE_RENEWAL_SECONDS
}
