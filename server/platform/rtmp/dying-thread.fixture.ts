import { parentPort } from 'node:worker_threads'

import type { ToThread } from './thread-words.ts'

/* The intake's thread, with an owner whose connection uses up its heap. */

await import('./intake-thread.ts')
const hoard: unknown[] = []
parentPort?.on('message', (word: ToThread) => {
  if (word.kind !== 'answer' || word.owner !== 'dying') return
  for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
})
