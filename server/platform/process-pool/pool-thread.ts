import { parentPort } from 'node:worker_threads'
import * as z from 'zod/mini'

import { createProcessPool, type PoolOptions, type ProcessPool } from './process-pool.ts'
import { ProcessDied, TaskFailed } from './task.ts'
import type { FromThread, ToThread } from './threaded-pools.ts'

/* A thread that has the pools: starting a process takes the thread that does it up to 30 ms. */

const pools = new Map<string, ProcessPool>()
const running = new Map<number, AbortController>()

function tell(word: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
  parentPort?.postMessage(word)
}

function poolOf(name: string, options: PoolOptions): ProcessPool {
  const pool = pools.get(name) ?? createProcessPool(options)
  pools.set(name, pool)
  return pool
}

async function work(order: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  const { id, module, name, timeoutMs, input } = order
  const abort = new AbortController()
  running.set(id, abort)
  // What it answers is looked at by whoever asked.
  const task = { module: new URL(module), name, timeoutMs, output: z.unknown() }
  try {
    const output = await poolOf(order.pool, order.options).run(task, input, {
      signal: abort.signal,
      onReport: (said) => tell({ id, kind: 'said', said }),
    })
    tell({ id, kind: 'done', output })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof TaskFailed) {
      const { errorName, code } = error
      tell({ id, kind: 'failed', errorName, message, code })
    } else tell({ id, kind: 'died', message: error instanceof ProcessDied ? message : `${name}: ${message}` })
  } finally {
    running.delete(id)
  }
}

async function close(): Promise<void> {
  for (const pool of pools.values()) await pool.close()
  parentPort?.close()
}

parentPort?.on('message', (word: ToThread) => {
  if (word.kind === 'run') void work(word)
  else if (word.kind === 'abort') running.get(word.id)?.abort()
  else if (word.kind === 'renew') pools.get(word.pool)?.renew()
  else void close()
})
