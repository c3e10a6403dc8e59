import type HlsPlayer from 'hls.js/light'

/** Segments that follow each other; rounding leaves less between them. */
const BETWEEN_SECONDS = 0.5
/** A little into what can be shown. */
const INTO_SECONDS = 0.05

/** From and to, in seconds. */
type Span = readonly [number, number]

/**
 * Goes on to the next picture where there is none. Streaming software with rare keyframes makes segments that begin
 * without one: who begins to watch in one, or seeks into it, has sound and no picture until the next keyframe, and the browser
 * waits for ever.
 */
export function skipHoles(player: HlsPlayer, events: typeof HlsPlayer.Events, video: HTMLVideoElement): void {
  /** What was loaded, whatever is in it. Segments that didn't give what was expected are loaded again. */
  let loaded: readonly Span[] = []

  function skip() {
    const at = video.currentTime
    const next = nextPicture(video.buffered, at)
    if (next !== null && isLoaded(loaded, at, next)) video.currentTime = next + INTO_SECONDS
  }

  function seek() {
    // What was played long ago isn't kept, and has to be loaded again; who hasn't begun is brought to where it begins.
    if (video.played.length > 0) loaded = since(loaded, firstOf(video.buffered))
    skip()
  }

  player.on(events.FRAG_BUFFERED, (_, { frag }) => {
    loaded = withSpan(loaded, [frag.start, frag.start + frag.duration])
    skip()
  })
  video.addEventListener('seeking', seek)
  player.once(events.DESTROYING, () => video.removeEventListener('seeking', seek))
}

function withSpan(spans: readonly Span[], [from, to]: Span): Span[] {
  const isApart = ([start, end]: Span) => end < from - BETWEEN_SECONDS || start > to + BETWEEN_SECONDS
  const joined = spans.filter((span) => !isApart(span))
  const whole: Span = [
    Math.min(from, ...joined.map(([start]) => start)),
    Math.max(to, ...joined.map(([, end]) => end)),
  ]
  return [...spans.filter(isApart), whole]
}

function since(spans: readonly Span[], from: number): Span[] {
  return spans.filter(([, end]) => end > from).map(([start, end]) => [Math.max(start, from), end])
}

function firstOf(buffered: TimeRanges): number {
  return buffered.length > 0 ? buffered.start(0) : Number.POSITIVE_INFINITY
}

function isLoaded(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some(([start, end]) => start - BETWEEN_SECONDS <= from && to < end)
}

/** Where the picture goes on after a moment that has none; null: it has one, or nothing follows. */
function nextPicture(buffered: TimeRanges, at: number): number | null {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) > at + INTO_SECONDS) return buffered.start(index)
    if (buffered.end(index) > at) return null
  }
  return null
}
