import { DATE_LOCALE } from '#contract/locale.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'

const dayFormat = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'long' })

/** When a plan that is paid now is charged again: the same day of the next month or year, or that month's last day. */
export function nextChargeDate(from: Date, interval: BillingInterval): Date {
  const months = interval === 'yearly' ? 12 : 1
  const lastDayOfMonth = new Date(from.getFullYear(), from.getMonth() + months + 1, 0).getDate()
  return new Date(from.getFullYear(), from.getMonth() + months, Math.min(from.getDate(), lastDayOfMonth))
}

/** "20 December 2026", in the reader's own time zone: for the browser only, never for server-rendered text. */
export function formatChargeDate(date: Date): string {
  return dayFormat.format(date)
}
