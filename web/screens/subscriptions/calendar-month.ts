export interface CalendarDay {
  /** "2026-03-14" */
  key: string
  day: number
  isInMonth: boolean
}

/** The first moment of a moment's month, shifted by whole months, in UTC. */
export function monthOf(moment: Date, plusMonths = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + plusMonths, 1))
}

/** A month's weeks, Monday first, filled up with the days around it. */
export function weeksOf(month: Date): CalendarDay[][] {
  const daysBefore = (month.getUTCDay() + 6) % 7
  const weeks: CalendarDay[][] = []
  for (let offset = -daysBefore; weeks.length < 6; offset += 7) {
    const week = Array.from({ length: 7 }, (_, index) => {
      const date = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1 + offset + index))
      return {
        key: dayKey(date.toISOString()),
        day: date.getUTCDate(),
        isInMonth: date.getUTCMonth() === month.getUTCMonth(),
      }
    })
    if (!week.some(({ isInMonth }) => isInMonth)) break
    weeks.push(week)
  }
  return weeks
}

/** The UTC day of a moment on the wire: "2026-03-14". */
export function dayKey(moment: string): string {
  return moment.slice(0, 10)
}
