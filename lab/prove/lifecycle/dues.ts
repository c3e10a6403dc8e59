import type { Life } from './people.ts'

const AHEAD_SECONDS = 36 * 3600

/** The bounds of a renewal's price, in cents a month: the agreed price, or the plan's where that is lower. */
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
