import { once } from 'node:events'
import { safeParse } from 'zod/v4/core'

import type { FileWork } from '../program.ts'
import { type PoolChild, startPoolChild } from './child-process.ts'
import { ALIVE_EVERY_MS, type Order, ProcessDied, type Task, TaskFailed, type Word } from './task.ts'

export interface PoolOptions {
  /** Processes at most. */
  size: number
  /** The memory a process, and each program it starts, may allocate; Node alone reserves 450. */
  memoryMb: number
  /** The part of that JavaScript may use. */
  heapMb: number
  /** The processor time that they get. */
  fileWork: FileWork
  /** A process that is idle this long ends, and gives its memory back. */
  idleMs?: number
}

export interface RunOptions {
  /** Kills the process; the task then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Called with the task's reports. If it throws, the process is killed and the task rejects with the error. */
  onReport?: (said: unknown) => void
}

/** Where tasks are run. */
export interface TaskRunner {
  /**
   * Runs a task. Rejects with `TaskFailed` when it throws, `ProcessDied` when its process dies, is silent or takes
   * longer than the task may, and with the signal's reason.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options?: RunOptions): Promise<Output>
}

/** Processes for work that may crash, hang or need a lot of memory, one task each at a time. */
export interface ProcessPool extends TaskRunner {
  /** Kills running tasks and takes no more. */
  close(): Promise<void>
}

const IDLE_MS = 10_000
/** A process silent for this long hangs. Generous: all processors may be busy. */
const SILENT_MS = 60_000 + ALIVE_EVERY_MS
/** Then it makes room for a fresh one: any memory that libraries leaked is given back. */
const TASKS_PER_PROCESS = 200

interface Idle {
  child: PoolChild
  tasks: number
  timer: NodeJS.Timeout
}

/** Opens a pool. No process is started before there is a task for it. */
export function createProcessPool({
  size,
  memoryMb,
  heapMb,
  fileWork,
  idleMs = IDLE_MS,
}: PoolOptions): ProcessPool {
  const idle: Idle[] = []
  const busy = new Set<PoolChild>()
  const waiting: (() => void)[] = []
  let running = 0
  let isClosed = false

  async function takeTurn(): Promise<void> {
    if (running < size) running += 1
    // A task that ends hands its slot on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function passTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function takeChild(): Promise<{ child: PoolChild; tasks: number }> {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.child.process.connected) return kept
    }
    const child = await startPoolChild({ memoryMb, heapMb, fileWork })
    // The task's caller hears of the error; without a caller it must not end the server.
    child.process.on('error', () => undefined)
    return { child, tasks: 0 }
  }

  function keepChild(child: PoolChild, tasks: number): void {
    if (isClosed || !child.process.connected || tasks >= TASKS_PER_PROCESS) return child.kill()
    child.hold(false)
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((kept) => kept.child === child),
        1,
      )
      child.kill()
    }, idleMs)
    timer.unref()
    idle.push({ child, tasks, timer })
  }

  return {
    async run(task, input, options = {}) {
      await takeTurn()
      try {
        options.signal?.throwIfAborted()
        if (isClosed) throw new ProcessDied('The pool is closed')
        const { child, tasks } = await takeChild()
        if (isClosed) {
          child.kill()
          throw new ProcessDied('The pool was closed')
        }
        child.hold(true)
        busy.add(child)
        try {
          const output = await ask(child, task, input, options)
          keepChild(child, tasks + 1)
          return output
        } catch (error) {
          if (error instanceof TaskFailed) keepChild(child, tasks + 1)
          else child.kill()
          throw error
        } finally {
          busy.delete(child)
        }
      } finally {
        passTurn()
      }
    },
    async close() {
      isClosed = true
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        child.kill()
      }
      await Promise.all(
        [...busy].map(async (child) => {
          const gone = once(child.process, 'exit')
          child.kill()
          await gone
        }),
      )
    },
  }
}

/** Gives a process its task and waits for the answer, as long as the task may take. */
function ask<Input, Output>(
  { process: child, lastWords, kill }: PoolChild,
  task: Task<Input, Output>,
  input: Input,
  { signal, onReport }: RunOptions,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      clearTimeout(silence)
      signal?.removeEventListener('abort', abort)
      child.off('message', hear).off('error', stumble).off('exit', exit)
      settle()
    }
    const giveUp = (error: unknown) => {
      end(() => reject(error))
      kill()
    }
    const abort = () => giveUp(signal?.reason)
    const stumble = (error: Error) => giveUp(new ProcessDied(`${task.name}: ${error.message}`))
    const exit = (code: number | null, killedBy: string | null) =>
      giveUp(new ProcessDied(`${task.name} ended with ${code ?? killedBy}: ${lastWords()}`))
    // Not trusted: it has read strangers' bytes.
    const hear = (heard: unknown) => {
      silence.refresh()
      const word = heard as Word
      if (word.kind === 'said') {
        try {
          onReport?.(word.said)
        } catch (error) {
          giveUp(error)
        }
      } else if (word.kind === 'failed')
        end(() => reject(new TaskFailed(word.errorName, word.message, word.code)))
      else if (word.kind === 'done') {
        const { success, data } = safeParse(task.output, word.output)
        if (success) end(() => resolve(data))
        else giveUp(new ProcessDied(`${task.name} answered with something else`))
      }
    }
    const timer = setTimeout(
      () => giveUp(new ProcessDied(`${task.name} took longer than ${task.timeoutMs / 1000} s`)),
      task.timeoutMs,
    )
    const silence = setTimeout(() => giveUp(new ProcessDied(`${task.name} hangs`)), SILENT_MS)
    signal?.addEventListener('abort', abort)
    child.on('message', hear).on('error', stumble).on('exit', exit)
    const order: Order = { module: task.module.href, name: task.name, input }
    child.send(order, (error) => {
      if (error) stumble(error)
    })
  })
}
