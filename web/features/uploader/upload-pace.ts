import { conventionsOf } from '#contract/locale.ts'

import { uploaderTexts as texts } from './messages.ts'

/** How much of an upload had arrived at one moment. */
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
/** Before that, a figure would only be a guess from the first packets. */
const FIRST_SAMPLES_MS = 800

/** Keeps the samples a pace is measured from; drops older ones, except one to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const firstRecent = samples.findIndex(({ atMs }) => sample.atMs - atMs <= WINDOW_MS)
  const recent = firstRecent === -1 ? [] : samples.slice(Math.max(0, firstRecent - 1))
  return [...recent, sample]
}

/** An upload's speed and remaining time; null while they are unknown. */
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
  if (bytes < 1000) return texts.size.bytes(Math.round(bytes))
  if (bytes < 1_000_000) return texts.size.kilobytes(Math.round(bytes / 1000))
  if (bytes < 1_000_000_000) return texts.size.megabytes(oneDigit(bytes / 1_000_000))
  return texts.size.gigabytes(oneDigit(bytes / 1_000_000_000))
}

/** "about 2 minutes left": coarse, because a figure that jumps every second helps nobody. */
export function timeLeftText(secondsLeft: number): string {
  if (secondsLeft < 5) return texts.timeLeft.moments
  if (secondsLeft < 55) return texts.timeLeft.seconds(Math.ceil(secondsLeft / 5) * 5)
  if (secondsLeft < 3570) return texts.timeLeft.minutes(Math.round(secondsLeft / 60))
  return texts.timeLeft.hours(Math.round(secondsLeft / 3600))
}

function oneDigit(value: number): string {
  const maximumFractionDigits = value < 100 ? 1 : 0
  return new Intl.NumberFormat(conventionsOf().numbers, { maximumFractionDigits, useGrouping: false }).format(
    value,
  )
}
