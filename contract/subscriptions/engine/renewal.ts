import type { BillingInterval } from '../../plans/pricing.ts'
import { providerBoundary } from './provider-calendar.ts'

/**
 * When a membership that is paid for now is charged again: what the provider will answer, so that the payment sheet
 * names the day that the membership then shows. Days are named by `formatDay`, as everywhere.
 */
export function firstRenewal(paidAt: Date, interval: BillingInterval): Date {
  return providerBoundary(paidAt, interval, 1)
}
