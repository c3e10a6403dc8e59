import * as z from 'zod/mini'

import { createProcessPool, type ProcessPool } from './process-pool.ts'
import type { FromSupervisor, ToSupervisor } from './supervised-pools.ts'
import { ProcessDied, TaskFailed } from './task.ts'

/* A process that keeps the server's pools and ends with it. It reads nothing that strangers send. */

const pools = new Map<string, ProcessPool>()
const running = new Map<number, AbortController>()

function tell(id: number, word: FromSupervisor['word']): void {
  const told: FromSupervisor = { id, word }
  process.send?.(told)
}

async function work(order: Extract<ToSupervisor, { kind: 'run' }>): Promise<void> {
  const { id, module, name, timeoutMs, input } = order
  const abort = new AbortController()
  running.set(id, abort)
  // The caller checks the answer.
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

/** Ends the process running the task; if the task is already done, its process gets no other one either. */
function giveUp({ id, pool }: Extract<ToSupervisor, { kind: 'abort' }>): void {
  running.get(id)?.abort()
  pools.get(pool)?.renew()
}

async function close(): Promise<never> {
  for (const pool of pools.values()) await pool.close()
  process.exit(0)
}

process.on('message', (heard) => {
  const word = heard as ToSupervisor
  if (word.kind === 'open')
    for (const [name, options] of Object.entries(word.pools)) pools.set(name, createProcessPool(options))
  else if (word.kind === 'run') void work(word)
  else if (word.kind === 'abort') giveUp(word)
  else void close()
})
process.once('disconnect', () => void close())
