import type { Life } from './people.ts'

const AHEAD_SECONDS = 36 * 3600

/**
 * Cents a month between which the price of a renewal lies: what was agreed, or what the plan costs where it is less.
 */
export function dueAt(
  life: Life,
  { rank, monthlyCents }: { rank: number; monthlyCents: number },
  begins: number,
  isBegun: boolean,
): [number, number] {
  if (isBegun) return [monthlyCents, monthlyCents]
  const prices = life.page.plans[rank]?.prices ?? []
  const priceAt = (at: number) => prices.findLast(({ from }) => from <= at)?.cents ?? monthlyCents
  // Indian banks debit up to a day and a half ahead.
  const both = [priceAt(begins), priceAt(begins - AHEAD_SECONDS)].map((cents) =>
    Math.min(cents, monthlyCents),
  )
  return [Math.min(...both), Math.max(...both)]
}
