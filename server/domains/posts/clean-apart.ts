import { openThread } from '#server/platform/thread.ts'

import { type CleanedPost, cleanPost } from './cleaned.ts'

/** Up to this many characters, cleaning takes less than starting a thread; most posts are shorter. */
const SHORT_LENGTH = 8192

const thread = openThread<string, CleanedPost | null>(new URL('./clean-thread.ts', import.meta.url), {
  processorMs: 5000,
  timeoutMs: 30_000,
  memoryMb: 96,
  waitingMax: 50,
  idleMs: 30_000,
})

/**
 * Cleans a post without holding up other requests. Null when it is nested too deep. Rejects with `ThreadFailed` when it
 * can't be cleaned in five seconds of a processor's time and 96 MB, and with `ThreadBusy`.
 */
export async function cleanApart(html: string): Promise<CleanedPost | null> {
  return html.length <= SHORT_LENGTH ? cleanPost(html) : thread.ask(html)
}
