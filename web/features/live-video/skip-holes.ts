import type HlsPlayer from 'hls.js/light'

/** Segments that follow each other; rounding leaves less between them. */
const BETWEEN_SECONDS = 0.5
/** A little into what can be shown. */
const INTO_SECONDS = 0.05

/**
 * Goes on to the next picture where there is none. Streaming software with rare keyframes makes segments that begin
 * without one: who begins to watch in one, or seeks into it, has sound and no picture until the next keyframe, and the browser
 * waits for ever.
 */
export function skipHoles(player: HlsPlayer, events: typeof HlsPlayer.Events, video: HTMLVideoElement): void {
  /** What was loaded in one piece, of whatever is in it. */
  let loaded: { start: number; end: number } | null = null

  player.on(events.FRAG_BUFFERED, (_, { frag }) => {
    const end = frag.start + frag.duration
    const isNext = loaded !== null && frag.start >= loaded.start && frag.start <= loaded.end + BETWEEN_SECONDS
    loaded = isNext && loaded ? { start: loaded.start, end } : { start: frag.start, end }
    const at = video.currentTime
    if (at < loaded.start - BETWEEN_SECONDS || at >= loaded.end) return
    const next = nextPicture(video.buffered, at)
    if (next !== null && next < loaded.end) video.currentTime = next + INTO_SECONDS
  })
}

/** Where the picture goes on after a moment that has none; null: it has one, or nothing follows. */
function nextPicture(buffered: TimeRanges, at: number): number | null {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) > at + INTO_SECONDS) return buffered.start(index)
    if (buffered.end(index) > at) return null
  }
  return null
}
