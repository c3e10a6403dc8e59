import { parentPort, threadId } from 'node:worker_threads'

/* Repeats its input, with the id of its thread. */

parentPort?.on('message', (word: string) => {
  const hoard: unknown[] = []
  if (word === 'throw') throw new Error('as asked')
  if (word === 'exit') process.exit(3)
  if (word === 'fill') for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  if (word === 'loop') for (;;);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread's port, no window's
  parentPort?.postMessage({ said: word, thread: threadId })
})
