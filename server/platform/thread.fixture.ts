import { parentPort, threadId } from 'node:worker_threads'

/*
 * Repeats its input, with the id of its thread: `wait` after a second of nothing, `work` after 0.4 seconds of work, `silence`
 * never.
 */

parentPort?.on('message', (word: string) => {
  const hoard: unknown[] = []
  if (word === 'throw') throw new Error('as asked')
  if (word === 'exit') process.exit(3)
  if (word === 'fill') for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  if (word === 'loop') for (;;);
  if (word === 'work') work(400_000)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread's port, no window's
  const answer = () => parentPort?.postMessage({ said: word, thread: threadId })
  if (word === 'wait') setTimeout(answer, 1000)
  else if (word !== 'silence') answer()
})

function work(microseconds: number): void {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > microseconds) return
  }
}
