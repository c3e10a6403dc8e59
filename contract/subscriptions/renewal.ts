import type { BillingInterval } from '../plans/pricing.ts'
import { addIntervals } from './engine/periods.ts'

/** The payment provider counts days in India, UTC+5:30 all year, and ends every period at midnight there. */
const PROVIDER_OFFSET_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/**
 * When a membership that is paid for now is charged again: what the provider will answer, so that the payment sheet
 * names the day that the membership then shows. Days are named by `formatDay`, like everywhere.
 */
export function firstRenewal(paidAt: Date, interval: BillingInterval): Date {
  const inIndia = new Date(paidAt.getTime() + PROVIDER_OFFSET_MS)
  const sameDay = addIntervals(inIndia, interval, 1).getTime()
  return new Date(Math.floor(sameDay / DAY_MS) * DAY_MS - PROVIDER_OFFSET_MS)
}
