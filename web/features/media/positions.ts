import * as z from 'zod/mini'

const STORAGE_KEY = 'media-positions'
const KEPT = 30
/** Whoever stopped that close to either end starts at the beginning. */
const EDGE_SECONDS = 10

const positions = z.array(z.tuple([z.string(), z.number()]))

/** The second this browser stopped at in a recording; 0 when it never did, or heard it out. */
export function findPosition(mediaId: string): number {
  return read().find(([id]) => id === mediaId)?.[1] ?? 0
}

/** Remembers where a recording was stopped, for the last {@link KEPT} of them. */
export function rememberPosition(mediaId: string, second: number, durationSeconds: number): void {
  const others = read().filter(([id]) => id !== mediaId)
  const isInside = second > EDGE_SECONDS && second < durationSeconds - EDGE_SECONDS
  const kept = isInside ? [[mediaId, Math.floor(second)] as [string, number], ...others] : others
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept.slice(0, KEPT)))
  } catch {
    // Full or closed: playing goes on, only the place is not kept.
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
