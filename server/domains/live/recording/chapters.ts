import type { Recording, ShownLine } from './recording-queries.ts'

export interface Chapter {
  questionId: string
  /** The number of the recording it is in, from 1; null: there is only one. */
  part: number | null
  /** Where it begins in that. */
  ms: number
  title: string
}

/** Where in the recordings questions were taken. What was taken while the line was lost stands where it came back. */
export function chaptersOf(
  taken: readonly { id: string; body: string; takenAt: Date | null }[],
  lines: readonly ShownLine[],
  recordings: readonly Recording[],
): Chapter[] {
  return taken
    .flatMap(({ id, body, takenAt }) => (takenAt ? [{ id, body, ms: mediaTime(takenAt, lines) }] : []))
    .toSorted((one, other) => one.ms - other.ms)
    .flatMap(({ id, body, ms }) => {
      const at = recordings.findLastIndex(({ startedMs }) => startedMs <= ms)
      const recording = recordings[at]
      if (!recording) return []
      const part = recordings.length > 1 ? at + 1 : null
      return [{ questionId: id, part, ms: ms - recording.startedMs, title: body }]
    })
}

function mediaTime(moment: Date, lines: readonly ShownLine[]): number {
  const line = lines.findLast(({ zeroAt, startedMs }) => zeroAt.getTime() + startedMs <= moment.getTime())
  return line ? Math.min(moment.getTime() - line.zeroAt.getTime(), line.endedMs) : 0
}

/** "1:02:03", or "2:03". */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
