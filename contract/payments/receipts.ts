/** When receipt numbers restart: with the calendar year, or with India's financial year in April. */
export type ReceiptYear = 'calendar' | 'indian'

/**
 * "2026-000042", or "2026-27/000042" for a financial year, which is stored as 202627: numbered without gaps within a
 * year (UTC, financial years by India's time). At most 16 characters, as India's GST law requires of invoices.
 * Within a second of being paid a receipt has no number yet: then it is a dash.
 */
export function formatReceiptNumber(year: number | null, number: number | null): string {
  if (year === null || number === null) return '–'
  const digits = String(number).padStart(6, '0')
  return year > 9999
    ? `${Math.floor(year / 100)}-${String(year % 100).padStart(2, '0')}/${digits}`
    : `${year}-${digits}`
}

/** What {@link formatReceiptNumber} made the text of; null if it is no receipt's number. */
export function parseReceiptNumber(text: string): { year: number; number: number } | null {
  const [, year, financial, digits] = /^(\d{4})(?:-(\d{2})\/|-)(\d{6,9})$/.exec(text) ?? []
  if (year === undefined || digits === undefined) return null
  return { year: Number(year + (financial ?? '')), number: Number(digits) }
}
