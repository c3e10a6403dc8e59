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
 * Removes metadata from a video or an audio file, in place. Parts already hashed are hashed again. Throws `ProcessDied`
 * when that killed the process; the file may then be half done.
 */
export async function dropDescriptions(
  { processes }: Pick<Platform, 'processes'>,
  file: string,
): Promise<void> {
  const { hasChanged } = await processes.quick.run(stripTask, file)
  if (hasChanged) forgetDigest(file)
}
