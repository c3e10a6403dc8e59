import type { Part } from './playback-queries.ts'

interface Head {
  /** In milliseconds, of all segments. */
  longestMs: number
  isOver: boolean
}

/** The lines of segments, the first of which follows `before`; null: it is the first of the playlist. */
export function partLines(parts: readonly Part[], before: Part | null): string {
  let last = before
  let text = ''
  for (const part of parts) {
    if (last?.broadcastId !== part.broadcastId) {
      if (last !== null) text += '#EXT-X-DISCONTINUITY\n'
      text += `#EXT-X-MAP:URI="init-${part.broadcastId}.mp4"\n`
      text += `#EXT-X-PROGRAM-DATE-TIME:${part.beganAt.toISOString()}\n`
    }
    text += `#EXTINF:${(part.durationMs / 1000).toFixed(3)},\n${part.seq}.m4s\n`
    last = part
  }
  return text
}

/** What is on now: the last segments. */
export function livePlaylist(parts: readonly Part[], head: Head): string {
  const [first] = parts
  return `${top(head)}#EXT-X-MEDIA-SEQUENCE:${first?.seq ?? 0}
#EXT-X-DISCONTINUITY-SEQUENCE:${first?.ordinal ?? 0}
${partLines(parts, null)}${end(head)}`
}

/** All of it; `lines`: of its segments. */
export function wholePlaylist(lines: string, head: Head): string {
  return `${top(head)}#EXT-X-PLAYLIST-TYPE:${head.isOver ? 'VOD' : 'EVENT'}
#EXT-X-MEDIA-SEQUENCE:0
${lines}${end(head)}`
}

function top({ longestMs }: Head): string {
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longestMs / 1000))}
`
}

function end({ isOver }: Head): string {
  return isOver ? '#EXT-X-ENDLIST\n' : ''
}
