import type { BillingInterval } from '../../plans/pricing.ts'
import { addIntervals } from './periods.ts'

/** The payment provider counts days in India, UTC+5:30 all year, and ends every period at midnight there. */
const PROVIDER_OFFSET_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/**
 * When the period with this number ends at the provider, counted from the start of its subscription; 0 is the start
 * itself. It counts from the start and not from the previous period, so a 31st comes back after a shorter month.
 */
export function providerBoundary(start: Date, interval: BillingInterval, count: number): Date {
  if (count === 0) return start
  const inIndia = new Date(start.getTime() + PROVIDER_OFFSET_MS)
  const sameDay = addIntervals(inIndia, interval, count).getTime()
  return new Date(Math.floor(sameDay / DAY_MS) * DAY_MS - PROVIDER_OFFSET_MS)
}
