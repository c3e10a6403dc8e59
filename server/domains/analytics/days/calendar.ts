/** "2026-03-14": a day in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** "2026-03-01": the first day of its month in UTC. */
export function monthOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`
}

/** That many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * 86_400_000))
}

/** The first day of the month that many months later. */
export function addMonths(day: string, months: number): string {
  const from = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  return dayOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)))
}
