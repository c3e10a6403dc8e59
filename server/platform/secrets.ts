import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** 256 random bits, base64url: session halves and mail links. Only their hash is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** 192 random bits in 32 characters, for programs whose fields take no more: stream keys. */
export function newStreamKey(): string {
  return randomBytes(24).toString('base64url')
}

/** The stored form of a secret. A plain hash is enough: 256 random bits can't be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function hmacHex(secret: string, data: string | Buffer): string {
  return createHmac('sha256', secret).update(data).digest('hex')
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(hashSecret(left), hashSecret(right))
}

/** The key that signs media addresses and mail links; made once and kept beside the data. */
export function readOrMakeSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key')
  try {
    // `wx` lets only one of two simultaneous starts create it.
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return fs.readFileSync(file, 'utf8').trim()
}
