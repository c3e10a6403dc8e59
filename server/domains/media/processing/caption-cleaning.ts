import * as z from 'zod/mini'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { defineTask, ProcessDied } from '#server/platform/process-pool/task.ts'

import type * as tasks from './caption-tasks.ts'

const cleanTask = defineTask<typeof tasks.cleanCaptions>({
  module: new URL('./caption-tasks.ts', import.meta.url),
  name: 'cleanCaptions',
  output: z.nullable(z.string()),
  timeoutMs: 10_000,
})

/**
 * Rewrites captions in a process that may die of them; null when they aren't WebVTT. Throws `captions_malformed` when
 * that takes longer than 10 s.
 */
export async function cleanCaptionsApart(
  { processes }: Pick<Platform, 'processes'>,
  vtt: string,
): Promise<string | null> {
  try {
    return await processes.quick.run(cleanTask, vtt)
  } catch (error) {
    if (!(error instanceof ProcessDied)) throw error
    throw new Failure(mediaFailures.captions_malformed, { message: mediaMessages.captionsNotReadable })
  }
}
