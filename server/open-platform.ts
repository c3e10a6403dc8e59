import { type Outside, openOutside } from './embedded.ts'
import { createWriteBehind } from './platform/db/write-behind.ts'
import { createLimits } from './platform/http/limits.ts'
import type { Platform } from './platform/platform.ts'
import { openProcesses } from './platform/process-pool/open-processes.ts'
import { findRestoredCopy } from './platform/restored-copy.ts'
import { createPushClient } from './platform/push/push-client.ts'
import { openStorage } from './platform/storage/open-storage.ts'

/** The parts the caller brings; the rest follows from its configuration. */
export type PlatformParts = Pick<Platform, 'config' | 'database' | 'clock' | 'log' | 'secretKey'>

/**
 * Everything a domain may need, for the server as for tests and benches. The caller closes `outside` and `processes`.
 */
export async function openPlatform({
  sandboxForgets,
  ...parts
}: PlatformParts & { sandboxForgets?: boolean }): Promise<{ platform: Platform; outside: Outside }> {
  const storage = await openStorage(parts.config)
  const restoredCopy = await findRestoredCopy(parts.database.db)
  const isCopy = restoredCopy !== null
  const outside = await openOutside(parts.config, parts.secretKey, parts.clock, {
    isCopy,
    ...(sandboxForgets !== undefined && { sandboxForgets }),
  })
  const { mailer, razorpay, oidc } = outside
  const limits = createLimits(parts.database.pool)
  const writeBehind = createWriteBehind(parts.database.db, parts.log)
  const processes = openProcesses(parts.config.fileWork)
  const push = createPushClient(parts.config.publicUrl, parts.config.operator.email, { isSilent: isCopy })
  return {
    platform: {
      ...parts,
      mailer,
      razorpay,
      oidc,
      storage,
      limits,
      writeBehind,
      processes,
      push,
      restoredCopy,
    },
    outside,
  }
}
