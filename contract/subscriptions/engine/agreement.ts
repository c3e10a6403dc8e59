import type { BillingInterval } from '../../plans/pricing.ts'
import { addIntervals } from './periods.ts'

/**
 * How far ahead the provider may charge a member without hearing from us: a year and a fortnight. A yearly renewal has to
 * be within it before the one that comes first is charged, since an agreement ends with its last charge.
 */
const AHEAD_DAYS = 14

/** How many charges an agreement at the provider has left: the next one, and those of the year that follows. */
export function chargesAhead(nextChargeAt: Date, interval: BillingInterval, now: Date): number {
  const last = addIntervals(now, 'yearly', 1).getTime() + AHEAD_DAYS * 86_400_000
  let count = 1
  while (addIntervals(nextChargeAt, interval, count).getTime() <= last) count += 1
  return count
}
