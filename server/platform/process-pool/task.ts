import type { core } from 'zod/mini'

/** What a task may say before it ends. Its caller hears of it in order. */
export type Report = (said: unknown) => void

/** A function that only ever runs in a process of a pool. Errors it throws reach the caller as `TaskFailed`. */
export type TaskFunction<Input, Output> = (input: Input, report: Report) => Promise<Output>

/** Where a task is and what it may cost. `module` exports it by `name`; the server never imports that module itself. */
export interface Task<Input, Output> {
  module: URL
  name: string
  /** Checked in the server: a process that parses strangers' bytes isn't trusted. */
  output: core.$ZodType<Output>
  /** Wall-clock time from when a process takes it; then the process is killed. */
  timeoutMs: number
  /** For the types only: the task's input. */
  readonly input?: Input
}

/** Names a task by the type of its function: `defineTask<typeof tasks.doIt>({ … })`, with tasks imported as a type. */
export function defineTask<Run extends (input: never, report: Report) => Promise<unknown>>(
  task: Omit<Task<Parameters<Run>[0], Awaited<ReturnType<Run>>>, 'input'>,
): Task<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return task
}

/** The process crashed, hung, took too long or wanted too much memory. The message is for the log. */
export class ProcessDied extends Error {
  override name = 'ProcessDied'
}

/** The task threw: an error of this name, and of this code if the operating system made it. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  readonly errorName: string
  readonly code: string | null
  constructor(errorName: string, message: string, code: string | null = null) {
    super(message)
    this.errorName = errorName
    this.code = code
  }
}

/** From the server to a process. */
export interface Order {
  module: string
  name: string
  input: unknown
}

/** From a process to the server. */
export type Word =
  | { kind: 'alive' }
  | { kind: 'said'; said: unknown }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; errorName: string; message: string; code: string | null }

/** How often a working process says that it is alive. */
export const ALIVE_EVERY_MS = 5000
