/** How the numbers of receipts begin anew: with the calendar's year, or with India's financial year in April. */
export type ReceiptYear = 'calendar' | 'indian'

/**
 * "2026-000042", or "2026-27/000042" of a financial year, which is kept as 202627: numbered without gaps within a year
 * (UTC, financial years by India's time). At most 16 characters, as India's law on GST wants invoices to have.
 */
export function formatReceiptNumber(year: number, number: number): string {
  const digits = String(number).padStart(6, '0')
  return year > 9999
    ? `${Math.floor(year / 100)}-${String(year % 100).padStart(2, '0')}/${digits}`
    : `${year}-${digits}`
}
