import { safeParse } from 'zod/v4/core'

import { ProcessDied, type Task, TaskFailed, type Word } from './task.ts'

/** The outcomes of a requested task. */
export interface Hearing<Output> {
  onReport?: ((said: unknown) => void) | undefined
  resolve: (output: Output) => void
  reject: (error: Error) => void
  /** Rejects, too, and ends the process that is running the task or has just run it. */
  giveUp: (error: unknown) => void
}

/** Handles a message about a task, from the process itself, which isn't trusted, or passed on by the supervisor. */
export function hearWord<Input, Output>(
  { name, output }: Task<Input, Output>,
  word: Word,
  { onReport, resolve, reject, giveUp }: Hearing<Output>,
): void {
  if (word.kind === 'said') {
    try {
      onReport?.(word.said)
    } catch (error) {
      giveUp(error)
    }
  } else if (word.kind === 'failed') reject(new TaskFailed(word.errorName, word.message, word.code))
  else if (word.kind === 'done') {
    const { success, data } = safeParse(output, word.output)
    if (success) resolve(data)
    else giveUp(new ProcessDied(`${name} answered with something else`))
  }
}
