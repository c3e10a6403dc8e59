import type { Interval } from '#contract/analytics/insight-routes.ts'

export const RANGES = ['month', 'quarter', 'year'] as const
export type RangeName = (typeof RANGES)[number]

const SHAPES: Record<RangeName, { days: number; interval: Interval }> = {
  month: { days: 30, interval: 'day' },
  quarter: { days: 90, interval: 'week' },
  year: { days: 365, interval: 'month' },
}

/** The days of a range that ends today, in UTC, and the parts it is shown in. */
export function rangeOf(name: RangeName, now: Date): { from: string; to: string; interval: Interval } {
  const { days, interval } = SHAPES[name]
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: dayOf(now.getTime() - (days - 1) * 86_400_000), to: dayOf(now.getTime()), interval }
}
