/** What of an upload had arrived at one moment. */
export interface Sample {
  atMs: number
  sentBytes: number
}

export interface Pace {
  bytesPerSecond: number
  secondsLeft: number
}

/** Long enough to look steady, short enough to notice that the train left the tunnel. */
const WINDOW_MS = 8000
/** Before that, a figure would be a guess about the first packets. */
const FIRST_SAMPLES_MS = 800

/** Keeps the samples a pace is measured over; what is older is dropped, but for one to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const firstRecent = samples.findIndex(({ atMs }) => sample.atMs - atMs <= WINDOW_MS)
  const recent = firstRecent === -1 ? [] : samples.slice(Math.max(0, firstRecent - 1))
  return [...recent, sample]
}

/** How fast an upload goes and how long it still takes; null while nobody can say. */
export function paceOf(samples: readonly Sample[], totalBytes: number): Pace | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < FIRST_SAMPLES_MS) return null
  const bytesPerSecond = ((last.sentBytes - first.sentBytes) * 1000) / (last.atMs - first.atMs)
  if (bytesPerSecond <= 0) return null
  return { bytesPerSecond, secondsLeft: Math.ceil((totalBytes - last.sentBytes) / bytesPerSecond) }
}

/** "12.4 MB", in the decimal units that phones and desktops show. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 1_000_000_000) return `${oneDigit(bytes / 1_000_000)} MB`
  return `${oneDigit(bytes / 1_000_000_000)} GB`
}

/** "about 2 minutes left": coarse, because a figure that jumps every second helps nobody. */
export function timeLeftText(secondsLeft: number): string {
  if (secondsLeft < 5) return 'a few seconds left'
  if (secondsLeft < 55) return `about ${Math.ceil(secondsLeft / 5) * 5} seconds left`
  if (secondsLeft < 90) return 'about a minute left'
  if (secondsLeft < 3570) return `about ${Math.round(secondsLeft / 60)} minutes left`
  const hours = Math.round(secondsLeft / 3600)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}

function oneDigit(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
