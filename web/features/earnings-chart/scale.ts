import { conventionsOf } from '#contract/locale.ts'

/** Round steps; the top of the scale is one of them times a power of ten. */
const ROUND_TOPS = [1, 2, 4, 5, 10] as const

/** The amount at the top of the chart, in whole units: round, and at least the largest. An empty chart ends at 10. */
export function topOfScale(amounts: readonly number[]): number {
  const largest = Math.max(0, ...amounts)
  if (largest === 0) return 10
  const power = 10 ** Math.floor(Math.log10(largest))
  const round = ROUND_TOPS.find((step) => step * power >= largest) ?? 10
  return round * power
}

/** "$1.2K", "₹1.2L" where space is limited. */
export function formatTick(amount: number, currency: string): string {
  return new Intl.NumberFormat(conventionsOf().amounts(currency), {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(amount)
}

const names = {
  short: new Intl.DateTimeFormat(conventionsOf().dates, { month: 'short', timeZone: 'UTC' }),
  narrow: new Intl.DateTimeFormat(conventionsOf().dates, { month: 'narrow', timeZone: 'UTC' }),
}

/** "Mar" or "M" for "2026-03". */
export function nameMonth(month: string, length: keyof typeof names): string {
  return names[length].format(new Date(`${month}-01T00:00:00Z`))
}
