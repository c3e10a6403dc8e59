import { after, centsFromTwelfths } from '#contract/analytics/formulas.ts'
import type { InsightPoint, Interval } from '#contract/analytics/insight-routes.ts'
import { dollarsFromCents } from '#contract/money.ts'

import { addDays, addMonths } from './calendar.ts'
import type { DayRow } from './day-queries.ts'

export interface Range {
  from: string
  to: string
}

/** Sums over a stretch of days, with what stood at its beginning; movements in twelfths of a cent. */
export interface Stretch extends Range {
  startTwelfths: number
  startMembers: number
  sum: Omit<DayRow, 'day'>
}

/** The days, ISO weeks or months that a range touches, cut at its ends. */
export function splitRange({ from, to }: Range, interval: Interval): Range[] {
  const ranges: Range[] = []
  let first = from
  while (first <= to) {
    const last = addDays(nextStart(first, interval), -1)
    ranges.push({ from: first, to: last < to ? last : to })
    first = addDays(last, 1)
  }
  return ranges
}

function nextStart(day: string, interval: Interval): string {
  if (interval === 'day') return addDays(day, 1)
  if (interval === 'month') return addMonths(day, 1)
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, 7 - weekday)
}

const NOTHING: Omit<DayRow, 'day'> = {
  newTwelfths: 0,
  returnedTwelfths: 0,
  upTwelfths: 0,
  downTwelfths: 0,
  lostTwelfths: 0,
  newMembers: 0,
  returnedMembers: 0,
  lostMembers: 0,
  grossCents: 0,
  givenBackCents: 0,
  feeCents: 0,
  netCents: 0,
  correctionCents: 0,
}

/** Sums days by stretches, each beginning where the one before it ended. */
export function stretchesOf(
  ranges: readonly Range[],
  days: readonly DayRow[],
  start: { twelfths: number; members: number },
): Stretch[] {
  let { twelfths, members } = start
  let index = 0
  return ranges.map((range) => {
    const sum = { ...NOTHING }
    for (let day = days[index]; day !== undefined && day.day <= range.to; day = days[index]) {
      addTo(sum, day)
      index += 1
    }
    const stretch = { ...range, startTwelfths: twelfths, startMembers: members, sum }
    twelfths = after(twelfths, movementsOf(sum))
    members += sum.newMembers + sum.returnedMembers - sum.lostMembers
    return stretch
  })
}

function addTo(sum: Omit<DayRow, 'day'>, day: DayRow): void {
  for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += day[key]
}

export function movementsOf(sum: Omit<DayRow, 'day'>) {
  return {
    new: sum.newTwelfths,
    returned: sum.returnedTwelfths,
    up: sum.upTwelfths,
    down: sum.downTwelfths,
    lost: sum.lostTwelfths,
  }
}

export function presentStretch({ from, to, startTwelfths, startMembers, sum }: Stretch): InsightPoint {
  const moved = movementsOf(sum)
  const { newMembers, returnedMembers, lostMembers } = sum
  return {
    from,
    to,
    mrr: {
      start: unitsFromTwelfths(startTwelfths),
      new: unitsFromTwelfths(moved.new),
      returned: unitsFromTwelfths(moved.returned),
      up: unitsFromTwelfths(moved.up),
      down: unitsFromTwelfths(moved.down),
      lost: unitsFromTwelfths(moved.lost),
      end: unitsFromTwelfths(after(startTwelfths, moved)),
    },
    members: {
      start: startMembers,
      new: newMembers,
      returned: returnedMembers,
      lost: lostMembers,
      end: startMembers + newMembers + returnedMembers - lostMembers,
    },
    gross: dollarsFromCents(sum.grossCents),
    givenBack: dollarsFromCents(sum.givenBackCents),
    fee: dollarsFromCents(sum.feeCents),
    net: dollarsFromCents(sum.netCents),
    correction: dollarsFromCents(sum.correctionCents),
  }
}

/** Dollars or rupees, to the cent. */
export function unitsFromTwelfths(twelfths: number): number {
  return dollarsFromCents(centsFromTwelfths(twelfths))
}
