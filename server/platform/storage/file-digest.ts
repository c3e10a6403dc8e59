import { Worker } from 'node:worker_threads'

import type { Kept } from './storage.ts'

/*
 * Large files are hashed in a thread of their own while they arrive: afterwards it would take as long as a third of
 * the arriving, and in the thread that answers requests it would hold them up.
 */

export interface DigestOrder {
  file: string
  order: 'go-on' | 'finish' | 'forget'
  writtenBytes: number
}

/** Between threads an error keeps its message and loses its code. */
export type DigestAnswer =
  | { file: string; kept: Kept }
  | { file: string; failure: { message: string; code: unknown } }

/** Uploads that are never finished are forgotten; one that goes on after that is hashed from its beginning. */
const FORGET_AFTER_MS = 3_600_000

let worker: Worker | null = null
const waiting = new Map<string, { resolve: (kept: Kept) => void; reject: (error: Error) => void }>()
const lastSeenMs = new Map<string, number>()

/** Says that a file's bytes below `writtenBytes` will not change any more. */
export function digestAhead(file: string, writtenBytes: number): void {
  const nowMs = performance.now()
  for (const [other, seenMs] of lastSeenMs)
    if (nowMs - seenMs > FORGET_AFTER_MS) {
      lastSeenMs.delete(other)
      order({ file: other, order: 'forget', writtenBytes: 0 })
    }
  lastSeenMs.set(file, nowMs)
  order({ file, order: 'go-on', writtenBytes })
}

/** Says that bytes of a file were changed after all: it is hashed from its beginning. */
export function forgetDigest(file: string): void {
  if (lastSeenMs.delete(file)) order({ file, order: 'forget', writtenBytes: 0 })
}

/** What a whole file came to, once it is on disk for good. Rejects when it cannot be read. */
export async function finishDigest(file: string): Promise<Kept> {
  lastSeenMs.delete(file)
  const { promise, resolve, reject } = Promise.withResolvers<Kept>()
  waiting.set(file, { resolve, reject })
  order({ file, order: 'finish', writtenBytes: 0 })
  worker?.ref()
  try {
    return await promise
  } finally {
    waiting.delete(file)
    if (waiting.size === 0) worker?.unref()
  }
}

function order(message: DigestOrder): void {
  worker ??= start()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message)
}

function start(): Worker {
  const started = new Worker(new URL('./file-digest-worker.ts', import.meta.url), { env: {}, execArgv: [] })
  // It must not keep a process alive that has nothing else to do.
  started.unref()
  started.on('message', (answer: DigestAnswer) => {
    const { resolve, reject } = waiting.get(answer.file) ?? {}
    if ('kept' in answer) resolve?.(answer.kept)
    else reject?.(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }))
  })
  const fail = (error: Error) => {
    worker = null
    lastSeenMs.clear()
    for (const { reject } of waiting.values()) reject(error)
  }
  started.on('error', fail)
  started.on('exit', (code) => fail(new Error(`The thread that hashes files ended with ${code}`)))
  return started
}
