/** "2026-000042": numbered without gaps within a year (UTC). */
export function formatReceiptNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(6, '0')}`
}
