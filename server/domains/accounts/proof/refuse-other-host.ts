import type { Platform } from '#server/platform/platform.ts'

import { countPasskeysElsewhere } from './passkey-queries.ts'
import { passkeyHost } from './passkeys.ts'

/**
 * Refuses to start under another host than people's passkeys are bound to: they could not log in, and nobody would know
 * why. Throws unless the configuration says that it is meant.
 */
export async function refuseOtherHost({
  config,
  database,
}: Pick<Platform, 'config' | 'database'>): Promise<void> {
  if (config.isOtherHostAllowed) return
  const here = passkeyHost({ config })
  const { count, host } = await countPasskeysElsewhere(database.db, here)
  if (count > 0)
    throw new Error(
      `PUBLIC_URL names the host ${here}, but ${count} of the passkeys people log in with are bound to another one (${host}). ` +
        'Set PUBLIC_URL back, or ALLOW_OTHER_HOST=without-passkeys to start without them.',
    )
}
