import * as z from 'zod/mini'

const STORAGE_KEY = 'media-positions'
const KEPT = 30
/** Stopping this close to either end means starting at the beginning. */
const EDGE_SECONDS = 10

const positions = z.array(z.tuple([z.string(), z.number()]))

/** The second at which this browser stopped a recording; 0 when it never did, or played it to the end. */
export function findPosition(mediaId: string): number {
  return read().find(([id]) => id === mediaId)?.[1] ?? 0
}

/** Remembers the position in a recording, for the last {@link KEPT} of them. */
export function rememberPosition(mediaId: string, second: number, durationSeconds: number): void {
  const others = read().filter(([id]) => id !== mediaId)
  const isInside = second > EDGE_SECONDS && second < durationSeconds - EDGE_SECONDS
  const kept = isInside ? [[mediaId, Math.floor(second)] as [string, number], ...others] : others
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept.slice(0, KEPT)))
  } catch {
    // Full or blocked: playing continues, only the position isn't kept.
  }
}

/** Begins a video where it was stopped, and remembers where it is stopped now. Returns what ends that. */
export function keepPosition(video: HTMLVideoElement, mediaId: string): () => void {
  function begin() {
    const second = findPosition(mediaId)
    // A link into the recording has moved it already.
    if (video.currentTime === 0 && second > 0) video.currentTime = second
  }
  function keep() {
    if (video.readyState > 0 && video.currentTime > 0)
      rememberPosition(mediaId, video.currentTime, video.duration)
  }
  function keepWhilePlaying() {
    if (!video.paused) keep()
  }
  video.addEventListener('play', begin, { once: true })
  video.addEventListener('pause', keep)
  // Leaving the page doesn't pause; phones often drop it without an event.
  globalThis.addEventListener('pagehide', keepWhilePlaying)
  return () => {
    keepWhilePlaying()
    video.removeEventListener('play', begin)
    video.removeEventListener('pause', keep)
    globalThis.removeEventListener('pagehide', keepWhilePlaying)
  }
}

function read(): [string, number][] {
  try {
    const parsed = z.safeParse(positions, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
