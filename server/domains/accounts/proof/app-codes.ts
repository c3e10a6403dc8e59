import { Secret, TOTP } from 'otpauth'

import type { EncryptionContext } from '#server/platform/encryption.ts'
import { decrypt, encrypt, encryptionHeader } from '#server/platform/encryption.ts'
import type { Platform } from '#server/platform/platform.ts'

const PERIOD_SECONDS = 30
/** Clocks differ, and people take a moment to type: the code before and the one after count too. */
const STEPS_AROUND = 1
const ISSUER = 'Cheers'
const PURPOSE = 'second-factor'

/** 160 random bits in base 32. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code says; apps show the account's address beside the code. */
export function appAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The 30 seconds, counted since 1970, whose code this is; null if it is none of now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: STEPS_AROUND })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}

/** What secrets are encrypted and decrypted with. */
export type SecretKeys = Pick<Platform, 'secretKey'> & {
  config: Pick<Platform['config'], 'previousSecretKey'>
}

function contextOf({ secretKey, config }: SecretKeys, userId: string): EncryptionContext {
  return { secretKey, previousSecretKey: config.previousSecretKey, purpose: PURPOSE, owner: userId }
}

export function encryptSecret(keys: SecretKeys, userId: string, secret: string): Buffer {
  return encrypt(secret, contextOf(keys, userId))
}

export function decryptSecret(keys: SecretKeys, userId: string, encrypted: Buffer): string {
  return decrypt(encrypted, contextOf(keys, userId))
}

/** The first bytes of everything that is encrypted with the present key. */
export function presentHeader({ secretKey }: SecretKeys): Buffer {
  return encryptionHeader({ secretKey, purpose: PURPOSE })
}
