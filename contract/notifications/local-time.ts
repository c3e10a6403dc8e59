const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The zone of people who told us none. */
const UNKNOWN = 'UTC'

/** The clock on the wall of a zone. */
interface WallClock {
  /** "2026-03-29" */
  day: string
  hour: number
  minute: number
  /** 1: Monday … 7: Sunday. */
  weekday: number
}

/** Whether a name is that of a time zone, such as "Asia/Kolkata". */
export function isTimeZone(name: string): boolean {
  try {
    // Also takes "+05:30", which knows nothing of summer.
    return /^[A-Za-z]/.test(name) && formatFor(name).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The day it is somewhere: "2026-03-29". */
export function localDay(moment: Date, timeZone: string | null): string {
  return wallClockIn(moment, timeZone).day
}

/**
 * The next moment after this one at which it is that hour somewhere: on any day, or on a Monday. Clocks that are put
 * forward or back don't move it.
 */
export function nextLocalHour(
  after: Date,
  { timeZone, hour, isMonday = false }: { timeZone: string | null; hour: number; isMonday?: boolean },
): Date {
  for (let day = 0; day <= 8; day += 1) {
    const around = new Date(after.getTime() + day * DAY_MS)
    const found = hourOnDay(around, timeZone, hour)
    if (found <= after) continue
    if (!isMonday || wallClockIn(found, timeZone).weekday === 1) return found
  }
  throw new Error(`There is no ${hour} o'clock in ${timeZone ?? UNKNOWN}`)
}

/** When it is that hour on the day that a moment is in. */
function hourOnDay(moment: Date, timeZone: string | null, hour: number): Date {
  const { day } = wallClockIn(moment, timeZone)
  const guess = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  // Offsets lie between -12 and +14 hours, in quarters of an hour.
  let at = guess - offsetMs(new Date(guess), timeZone)
  // Right unless the clocks change between the guess and the answer; then once more from there.
  at = guess - offsetMs(new Date(at), timeZone)
  return new Date(at)
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetMs(moment: Date, timeZone: string | null): number {
  const { day, hour, minute } = wallClockIn(moment, timeZone)
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS + minute * 60_000
  return wall - Math.floor(moment.getTime() / 60_000) * 60_000
}

const FORMATS_MAX = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  })
  // There are some six hundred; a name may be written in more ways than that.
  if (formats.size < FORMATS_MAX) formats.set(zone, made)
  return made
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A zone that is gone from the tables counts as none. */
function wallClockIn(moment: Date, timeZone: string | null): WallClock {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : UNKNOWN
  const parts = new Map(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
    weekday: WEEKDAYS.indexOf(part('weekday').slice(0, 3)) + 1,
  }
}
