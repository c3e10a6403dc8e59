/** When receipt numbers restart: with the calendar year, or with India's financial year in April. */
export type ReceiptYear = 'calendar' | 'indian'

/**
 * "2026-000042", or "2026-27/000042" for a financial year, which is stored as 202627: numbered without gaps within a
 * year (UTC, financial years by India's time). At most 16 characters, as India's GST law requires of invoices.
 */
export function formatReceiptNumber(year: number, number: number): string {
  const digits = String(number).padStart(6, '0')
  return year > 9999
    ? `${Math.floor(year / 100)}-${String(year % 100).padStart(2, '0')}/${digits}`
    : `${year}-${digits}`
}
