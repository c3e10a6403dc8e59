import * as z from 'zod/mini'

import type { Platform } from '../platform.ts'
import { defineTask } from '../process-pool/task.ts'
import { forgetDigest } from '../storage/file-digest.ts'
import type * as tasks from './strip-descriptions.ts'

const stripTask = defineTask<typeof tasks.stripDescriptions>({
  module: new URL('./strip-descriptions.ts', import.meta.url),
  name: 'stripDescriptions',
  output: z.object({ hasChanged: z.boolean() }),
  timeoutMs: 60_000,
})

/**
 * Takes out of a video or an audio file, where it lies, what describes it instead of being it. What was hashed of it before is
 * hashed again. Throws `ProcessDied` when that killed who did it; the file may then be half done.
 */
export async function dropDescriptions(
  { processes }: Pick<Platform, 'processes'>,
  file: string,
): Promise<void> {
  const { hasChanged } = await processes.quick.run(stripTask, file)
  if (hasChanged) forgetDigest(file)
}
