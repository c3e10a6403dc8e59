import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

import { createProcessPool, type PoolOptions } from './process-pool.ts'
import { ProcessDied, TaskFailed } from './task.ts'
import type { FromThread, ToThread } from './threaded-pools.ts'

/* A thread that has the pools: starting a process takes the thread that does it up to 30 ms. */

const pools = new Map(
  Object.entries(workerData as Record<string, PoolOptions>).map(([name, options]) => [
    name,
    createProcessPool(options),
  ]),
)
const running = new Map<number, AbortController>()

function tell(id: number, word: FromThread['word']): void {
  const told: FromThread = { id, word }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
  parentPort?.postMessage(told)
}

async function work(order: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  const { id, module, name, timeoutMs, input } = order
  const abort = new AbortController()
  running.set(id, abort)
  // What it answers is looked at by whoever asked.
  const task = { module: new URL(module), name, timeoutMs, output: z.unknown() }
  try {
    const pool = pools.get(order.pool)
    if (!pool) throw new Error(`There is no pool ${order.pool}`)
    const output = await pool.run(task, input, {
      signal: abort.signal,
      onReport: (said) => tell(id, { kind: 'said', said }),
    })
    tell(id, { kind: 'done', output })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof TaskFailed) {
      const { errorName, code } = error
      tell(id, { kind: 'failed', errorName, message, code })
    } else tell(id, { kind: 'died', message: error instanceof ProcessDied ? message : `${name}: ${message}` })
  } finally {
    running.delete(id)
  }
}

/** Ends whatever does the task; should it have done it already, its process gets no other one either. */
function giveUp({ id, pool }: Extract<ToThread, { kind: 'abort' }>): void {
  running.get(id)?.abort()
  pools.get(pool)?.renew()
}

async function close(): Promise<void> {
  for (const pool of pools.values()) await pool.close()
  parentPort?.close()
}

parentPort?.on('message', (word: ToThread) => {
  if (word.kind === 'run') void work(word)
  else if (word.kind === 'abort') giveUp(word)
  else void close()
})
