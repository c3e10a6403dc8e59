import type { EncryptionContext } from '#server/platform/encryption.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Where the keys are that addresses are encrypted with. */
export type Keys = Pick<EncryptionContext, 'secretKey' | 'previousSecretKey'>

export function keysOf({ secretKey, config }: Platform): Keys {
  return { secretKey, previousSecretKey: config.previousSecretKey }
}

/** The address of whoever wrote a grievance is bound to it. */
export function emailContext(keys: Keys, grievanceId: string): EncryptionContext {
  return { ...keys, purpose: 'grievances', owner: grievanceId }
}
