import type { MediumKind } from '#contract/media/rules.ts'

const KIND_NAMES: Record<MediumKind, string> = { image: 'Picture', video: 'Video', audio: 'Audio' }

/** "4:05", "1:02:09": a moment in a recording, as players write it. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  if (hours > 0) return [hours, ...parts.map((part) => String(part).padStart(2, '0'))].join(':')
  return `${parts[0]}:${String(parts[1]).padStart(2, '0')}`
}

/** "4 minutes 5 seconds": the same, for the ear. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return said.length > 0 ? said.join(' ') : '0 seconds'
}

/** "Video, 12 min": what a post holds, in a few words. */
export function holdsText(medium: { kind: MediumKind; durationMs: number | null }): string {
  const name = KIND_NAMES[medium.kind]
  return medium.durationMs === null ? name : `${name}, ${roughDuration(medium.durationMs / 1000)}`
}

function roughDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
