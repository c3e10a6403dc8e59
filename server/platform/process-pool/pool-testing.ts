import * as z from 'zod/mini'

import type * as tasks from './pool-tasks.fixture.ts'
import { defineTask } from './task.ts'

const module = new URL('./pool-tasks.fixture.ts', import.meta.url)

/** Does what it is asked, and returns the id of its process. */
export const work = defineTask<typeof tasks.work>({
  module,
  name: 'work',
  output: z.object({ pid: z.number(), what: z.string() }),
  timeoutMs: 10_000,
})

/** Answers with a text where a number was promised. */
export const lie = defineTask<typeof tasks.lie>({
  module,
  name: 'lie',
  output: z.number(),
  timeoutMs: 10_000,
})

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
