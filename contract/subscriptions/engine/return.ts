import { CURRENCY, type Currency } from '../../money.ts'
import type { Membership, Terms } from './membership.ts'
import { secondsBetween } from './periods.ts'
import {
  type ChangePreview,
  type ChangeRefusal,
  type ChangeTiming,
  CLOSED_BEFORE_RENEWAL_SECONDS,
  kindOfChange,
  previewChange,
} from './plan-change.ts'
import { firstRenewal } from './renewal.ts'
import { isSameTerms } from './terms.ts'

/**
 * What it means for a paused membership to come back on other terms. While paid time is left, it counts as if there had
 * been no pause, see {@link previewChange}; if none is, a whole period is paid now. The member's own terms are no
 * change: coming back on them is a separate call.
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
    // The amount waiting for the next charge is included.
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

/** Whether coming back begins a new period, as no paid time is left. */
export function beginsAnew({ accessUntil }: Pick<Membership, 'accessUntil'>, at: Date): boolean {
  return accessUntil === null || secondsBetween(at, accessUntil) < CLOSED_BEFORE_RENEWAL_SECONDS
}
