import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { hearWord } from './hear-word.ts'
import type { PoolOptions, RunOptions, TaskRunner } from './process-pool.ts'
import { ProcessDied, type Task, type Word } from './task.ts'

const ENTRY = new URL('./pool-thread.ts', import.meta.url)
/** What answers weigh while they pass through: a profile picture is one of the largest. */
const THREAD_MEMORY_MB = 128

export type ToThread =
  | {
      kind: 'run'
      id: number
      pool: string
      module: string
      name: string
      timeoutMs: number
      input: unknown
    }
  | { kind: 'abort'; id: number; pool: string }
  | { kind: 'close' }

/** What is told of a task; `died`: its process did. */
export interface FromThread {
  id: number
  word: Word | { kind: 'died'; message: string }
}

interface Asked {
  hear: (word: FromThread) => void
  fail: (error: Error) => void
}

export interface ThreadedPools<Name extends string> {
  pools: Record<Name, TaskRunner>
  /** Kills what runs; nothing is taken any more. */
  close(): Promise<void>
}

/**
 * Pools of processes that are kept by a thread of their own: starting a process stops whoever does it for up to 30 ms,
 * and here nobody waits meanwhile. The thread is started for the first task; when it dies, what it was asked for has
 * died with it, and the next task starts another.
 */
export function openThreadedPools<Name extends string>(
  all: Readonly<Record<Name, PoolOptions>>,
): ThreadedPools<Name> {
  const asked = new Map<number, Asked>()
  let thread: Worker | null = null
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(ENTRY, {
      workerData: all,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    })
    const end = (reason: string): void => {
      if (thread !== started) return
      thread = null
      for (const { fail } of asked.values()) fail(new ProcessDied(`The thread of the pools died: ${reason}`))
    }
    started.on('message', (word: FromThread) => asked.get(word.id)?.hear(word))
    started.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
    started.on('exit', (code) => end(`code ${code}`))
    return started
  }

  function tell(word: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
    thread?.postMessage(word)
  }

  function run<Input, Output>(
    name: Name,
    task: Task<Input, Output>,
    input: Input,
    { signal, onReport }: RunOptions = {},
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (isClosed) throw new ProcessDied('The pools are closed')
      thread ??= start()
      // While something is done, the server may not end by itself.
      thread.ref()
      const id = ++lastId
      const end = (settle: () => void): void => {
        asked.delete(id)
        signal?.removeEventListener('abort', abort)
        if (asked.size === 0) thread?.unref()
        settle()
      }
      const giveUp = (error: unknown): void => {
        tell({ kind: 'abort', id, pool: name })
        end(() => reject(error))
      }
      const abort = (): void => giveUp(signal?.reason)
      const hear = ({ word }: FromThread): void => {
        if (word.kind === 'died') end(() => reject(new ProcessDied(word.message)))
        else
          hearWord(task, word, {
            onReport,
            resolve: (output) => end(() => resolve(output)),
            reject: (error) => end(() => reject(error)),
            giveUp,
          })
      }
      asked.set(id, { hear, fail: (error) => end(() => reject(error)) })
      signal?.addEventListener('abort', abort)
      const { module, name: taskName, timeoutMs } = task
      tell({
        kind: 'run',
        id,
        pool: name,
        module: module.href,
        name: taskName,
        timeoutMs,
        input,
      })
    })
  }

  const named = (name: Name): TaskRunner => ({
    run: (task, input, options) => run(name, task, input, options),
  })
  const names = Object.keys(all) as Name[]
  const pools = Object.fromEntries(names.map((name) => [name, named(name)])) as Record<Name, TaskRunner>
  return {
    pools,
    async close() {
      isClosed = true
      const closing = thread
      if (!closing) return
      const gone = once(closing, 'exit')
      closing.ref()
      tell({ kind: 'close' })
      await gone
    },
  }
}
