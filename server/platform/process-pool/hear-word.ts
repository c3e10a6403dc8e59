import { safeParse } from 'zod/v4/core'

import { ProcessDied, type Task, TaskFailed, type Word } from './task.ts'

/** What becomes of a task that was asked for. */
export interface Hearing<Output> {
  onReport?: ((said: unknown) => void) | undefined
  resolve: (output: Output) => void
  reject: (error: Error) => void
  /** The same, and whatever does the task, or has just done it, is ended. */
  giveUp: (error: unknown) => void
}

/** Takes what is told of a task by a process, which is not believed, or passed on by what keeps it. */
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
