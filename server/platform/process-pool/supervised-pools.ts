import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { holdChild, poolEnvironment } from './child-process.ts'
import { hearWord } from './hear-word.ts'
import type { PoolOptions, RunOptions, TaskRunner } from './process-pool.ts'
import { ProcessDied, type Task, type Word } from './task.ts'

const ENTRY = fileURLToPath(new URL('./pool-supervisor.ts', import.meta.url))
/** Room for answers passing through: a profile picture is one of the largest. */
const HEAP_MB = 128

export type ToSupervisor =
  | { kind: 'open'; pools: Readonly<Record<string, PoolOptions>> }
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

/** What the supervisor says about a task; `died`: its process did. */
export interface FromSupervisor {
  id: number
  word: Word | { kind: 'died'; message: string }
}

interface Asked {
  hear: (word: FromSupervisor) => void
  fail: (error: Error) => void
}

export interface SupervisedPools<Name extends string> {
  pools: Record<Name, TaskRunner>
  /** Kills running tasks and takes no more. */
  close(): Promise<void>
}

/**
 * Pools of processes kept by a process of their own. Starting a process copies the page tables of its parent, which
 * stands still meanwhile: 20 ms for a server of 400 MB. Nobody waits for this one. It is started for the first task;
 * when it dies, every task it had fails, and the next task starts another.
 */
export function openSupervisedPools<Name extends string>(
  all: Readonly<Record<Name, PoolOptions>>,
): SupervisedPools<Name> {
  const asked = new Map<number, Asked>()
  let supervisor: ChildProcess | null = null
  let lastId = 0
  let isClosed = false

  function start(): ChildProcess {
    const started = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, ENTRY], {
      // Ctrl+C asks the server to stop, and the server ends its tasks itself.
      detached: true,
      env: poolEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const end = (reason: string): void => {
      if (supervisor !== started) return
      supervisor = null
      for (const { fail } of asked.values()) fail(new ProcessDied(`What keeps the pools died: ${reason}`))
    }
    started.on('message', (heard) => {
      const word = heard as FromSupervisor
      asked.get(word.id)?.hear(word)
    })
    started.on('error', (error) => end(error.message))
    started.on('exit', (code, signal) => end(`${code ?? signal}`))
    send(started, { kind: 'open', pools: all })
    return started
  }

  function send(to: ChildProcess, word: ToSupervisor): void {
    // If it can't be sent, the process has died, and its end settles the tasks.
    to.send(word, () => undefined)
  }

  function tell(word: ToSupervisor): void {
    if (supervisor?.connected) send(supervisor, word)
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
      supervisor ??= start()
      // While a task is running, the server may not end of its own accord.
      holdChild(supervisor, true)
      const id = ++lastId
      const end = (settle: () => void): void => {
        asked.delete(id)
        signal?.removeEventListener('abort', abort)
        if (asked.size === 0 && supervisor) holdChild(supervisor, false)
        settle()
      }
      const giveUp = (error: unknown): void => {
        tell({ kind: 'abort', id, pool: name })
        end(() => reject(error))
      }
      const abort = (): void => giveUp(signal?.reason)
      const hear = ({ word }: FromSupervisor): void => {
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
      const closing = supervisor
      if (!closing) return
      const gone = once(closing, 'exit')
      holdChild(closing, true)
      tell({ kind: 'close' })
      await gone
    },
  }
}
