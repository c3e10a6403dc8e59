import type { BillingInterval } from '../../plans/pricing.ts'
import { addIntervals } from './periods.ts'

/** Beyond the year, in days: periods end at the midnight after theirs, and a renewal has to be prepared before it is due. */
const NEAR_DAYS = 14

/**
 * How many charges an agreement at the provider should have left, so that it ends with a period about a year from now: if
 * Cheers ends, so do the charges. It always has one beyond a charge that is near, since the last one ends it.
 */
export function chargesAhead(nextChargeAt: Date, interval: BillingInterval, now: Date): number {
  const near = NEAR_DAYS * 86_400_000
  const last = addIntervals(now, 'yearly', 1).getTime() + near
  let count = nextChargeAt.getTime() - now.getTime() <= near ? 2 : 1
  while (addIntervals(nextChargeAt, interval, count + 1).getTime() <= last) count += 1
  return count
}
