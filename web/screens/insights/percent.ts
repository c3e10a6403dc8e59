import { conventionsOf } from '#contract/locale.ts'

const format = new Intl.NumberFormat(conventionsOf().dates, { style: 'percent', maximumFractionDigits: 1 })

/** "12.5%" for 12.5. */
export function percent(rate: number): string {
  return format.format(rate / 100)
}
