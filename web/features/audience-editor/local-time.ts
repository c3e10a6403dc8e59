const MINUTE_MS = 60_000

/** A moment as an `<input type="datetime-local">` holds it, in the time of this device. */
export function localInput(moment: Date | string): string {
  const at = new Date(moment)
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
  return shifted.toISOString().slice(0, 16)
}

/** The moment such an input means; null: it is empty or unfinished. */
export function momentOfInput(value: string): string | null {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Nine in the morning some days from now: a date to begin with. */
export function morningIn(days: number, now: Date): string {
  const at = new Date(now)
  at.setDate(at.getDate() + days)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}
