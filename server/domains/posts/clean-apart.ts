import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

import { workForMany } from '#server/platform/callers.ts'
import { createLine } from '#server/platform/line.ts'
import { openThread, ThreadFailed } from '#server/platform/thread.ts'

import { type CleanedPost, cleanPost } from './cleaned.ts'

/** Up to this many characters, cleaning takes less than starting a thread; most posts are shorter. */
const SHORT_LENGTH = 8192

const thread = openThread<string, CleanedPost | null>(new URL('./clean-thread.ts', import.meta.url), {
  processorMs: 5000,
  timeoutMs: 30_000,
  memoryMb: 96,
  // The line outside is the one that is waited in.
  waitingMax: 1,
  idleMs: 30_000,
})
const line = createLine({ atOnce: 1, waitingMax: 40, waitingPerCaller: 4, retryAfterSeconds: 5 })

/** Texts that were cleaned lately, by their hash: however many read a revision, it is cleaned once. */
const KEPT_MAX_CHARACTERS = 16_000_000
const KEPT_MS = 600_000

type Outcome = { cleaned: CleanedPost | null } | { failure: ThreadFailed }

const kept = new LRUCache<string, Outcome>({ maxSize: KEPT_MAX_CHARACTERS, ttl: KEPT_MS })
/** Of readers, who wait together for one cleaning. */
const underWay = new Map<string, Promise<CleanedPost | null>>()

/**
 * Cleans a post without holding up other requests. Null when it is nested too deep. Rejects with `ThreadFailed` when it
 * can't be cleaned in five seconds of a processor's time and 96 MB, and throws `busy`. `isForReading`: those who write
 * go first, and what could not be cleaned isn't tried again for a while.
 */
export async function cleanApart(
  html: string,
  { isForReading = false }: { isForReading?: boolean } = {},
): Promise<CleanedPost | null> {
  if (html.length <= SHORT_LENGTH) return cleanPost(html)
  const key = createHash('sha256').update(html).digest('base64')
  const known = kept.get(key)
  if (known && 'cleaned' in known) return known.cleaned
  if (!isForReading) return cleanAndKeep(key, html, false)
  if (known) throw known.failure
  const joined = underWay.get(key)
  if (joined) return joined
  const cleaning = workForMany(() => cleanAndKeep(key, html, true))
  underWay.set(key, cleaning)
  try {
    return await cleaning
  } finally {
    underWay.delete(key)
  }
}

async function cleanAndKeep(key: string, html: string, isLate: boolean): Promise<CleanedPost | null> {
  const size = html.length
  try {
    const cleaned = await line.run(() => thread.ask(html), { isLate })
    kept.set(key, { cleaned }, { size: size * 2 })
    return cleaned
  } catch (error) {
    if (error instanceof ThreadFailed) kept.set(key, { failure: error }, { size: 1 })
    throw error
  }
}
