import { conventionsOf } from '#contract/locale.ts'
import type { MediumKind } from '#contract/media/rules.ts'

import { mediaTexts as texts } from './messages.ts'

/** "4:05", "1:02:09": a moment in a recording, as players write it. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  if (hours > 0) return [hours, ...parts.map((part) => String(part).padStart(2, '0'))].join(':')
  return `${parts[0]}:${String(parts[1]).padStart(2, '0')}`
}

/** "4 minutes 5 seconds": the same, for screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => unitText(count, unit))
  return said.length > 0 ? said.join(' ') : unitText(0, 'second')
}

/** "Video, 12 min": a post's media in a few words. */
export function holdsText(medium: { kind: MediumKind; durationMs: number | null }): string {
  const name = texts.kind[medium.kind]
  return medium.durationMs === null ? name : texts.withDuration(name, roughDuration(medium.durationMs / 1000))
}

/** "12 min": about how long something plays. */
export function playTimeText(durationMs: number): string {
  return roughDuration(durationMs / 1000)
}

function roughDuration(seconds: number): string {
  if (seconds < 60) return texts.duration.seconds(Math.max(1, Math.round(seconds)))
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return texts.duration.minutes(minutes)
  if (minutes % 60 === 0) return texts.duration.hours(minutes / 60)
  return texts.duration.hoursAndMinutes(Math.floor(minutes / 60), minutes % 60)
}

function unitText(count: number, unit: string): string {
  return new Intl.NumberFormat(conventionsOf().numbers, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  }).format(count)
}
