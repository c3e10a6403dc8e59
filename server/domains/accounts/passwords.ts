import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Counter } from 'prom-client'

import { productMetrics } from '#server/platform/http/metrics.ts'
import { createLine } from '#server/platform/line.ts'

/*
 * argon2id with OWASP's parameters (m=47104 KiB, t=1, p=1; Password Storage Cheat Sheet). Stored in the PHC string
 * format, so that other parameters can be introduced beside old hashes.
 */
export const HASH_MEMORY_KIB = 47_104
const PASSES = 1
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/**
 * Each hash holds 46 MiB, and takes a tenth of a second of a processor: two at a time. Two seconds' worth may wait, of
 * one address as many as people log in at once behind a school's.
 */
const line = createLine({ atOnce: 2, waitingMax: 40, waitingPerCaller: 8, retryAfterSeconds: 3 })

const hashesMade = new Counter({
  name: 'password_hashes_total',
  help: 'Passwords hashed, to store or to verify one; nearly all the time that logging in takes is spent on it.',
  registers: [productMetrics],
})

const argon2Async = promisify(argon2)

let memoryKib = HASH_MEMORY_KIB

/** Tests have people sign in thousands of times, so theirs are hashed with less memory. */
export function hashWithMemory(kib: number): void {
  memoryKib = kib
}

function derive(password: string, salt: Buffer, kib: number): Promise<Buffer> {
  return line.run(() => {
    hashesMade.inc()
    return argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: salt,
      memory: kib,
      passes: PASSES,
      parallelism: PARALLELISM,
      tagLength: TAG_BYTES,
    })
  })
}

/** A new hash with its own salt. Throws `busy`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const kib = memoryKib
  const tag = await derive(password, salt, kib)
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${kib},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(tag)}`
}

/**
 * Whether a password matches a hash. Without a hash it does the same work and returns false, so that the answer time
 * doesn't reveal whether the account exists. Throws `busy`.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? '').split('$')
  const expected = Buffer.from(tag, 'base64')
  const kib = cost.startsWith('m=') ? Number.parseInt(cost.slice(2), 10) : memoryKib
  const derived = await derive(password, salt ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES), kib)
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

let commonPasswords: Promise<ReadonlySet<string>> | null = null

/** Whether a password is on the list of the most common ones; the list is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  )
  return (await commonPasswords).has(password.toLowerCase())
}
