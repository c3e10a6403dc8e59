import { randomInt } from 'node:crypto'

import { accountFailures as failures } from '#contract/accounts/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import { endCodeAt, hasActivationCode, openCode, saveCode, takeCodeTry } from './activation-code-queries.ts'
import { type SignedUp, signUpHashIn, signUpHashOf } from './sign-up-cookie.ts'

/** As long as the mailed link works. */
const LIFETIME_MS = 86_400_000
/** In the life of a sign-up, however many codes are mailed: six digits must not be guessed. Links work on. */
const WRONG_TRIES_MAX = 5
/** The answer to a right code may get lost. */
const REPEAT_MS = 600_000

/** Begins to count the tries of a sign-up, whether or not a code will be mailed. */
export async function openActivationCode(
  db: Db,
  { platform, now }: Pick<Circumstances, 'platform' | 'now'>,
  signedUp: SignedUp,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await openCode(db, { signUpHash: signUpHashOf(platform, signedUp), now, expiresAt })
}

/** Makes a code of six digits, which replaces the sign-up's older one. */
export async function issueActivationCode(
  db: Db,
  platform: Platform,
  user: SignedUp & { id: string },
  now: Date,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const signUpHash = signUpHashOf(platform, user)
  await saveCode(db, {
    signUpHash,
    userId: user.id,
    codeHash: codeHashOf(platform, signUpHash, code),
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  return code
}

/**
 * Tries a code of the sign-up that this browser made; returns whose it is. A wrong try is counted in a transaction of its
 * own. Throws `activation_code_elsewhere`, `activation_code_wrong`, `activation_code_over`.
 */
export async function tryActivationCode(
  inTransaction: InTransaction,
  call: Circumstances,
  code: string,
): Promise<string> {
  const { platform, now } = call
  const signUpHash = signUpHashIn(call)
  if (signUpHash === null) throw new Failure(failures.activation_code_elsewhere)
  const codeHash = codeHashOf(platform, signUpHash, code)
  const tried = await inTransaction((db) =>
    takeCodeTry(db, { signUpHash, codeHash, wrongTriesMax: WRONG_TRIES_MAX, now }),
  )
  if (!tried) {
    const isThere = await inTransaction((db) => hasActivationCode(db, signUpHash, now))
    throw new Failure(isThere ? failures.activation_code_over : failures.activation_code_elsewhere)
  }
  const { userId, isRight, wrongTries } = tried
  if (isRight && userId !== null) return userId
  const isLast = wrongTries >= WRONG_TRIES_MAX
  throw new Failure(isLast ? failures.activation_code_over : failures.activation_code_wrong)
}

/** A code that worked is soon over. */
export async function endActivationCode(db: Db, call: Circumstances): Promise<void> {
  const signUpHash = signUpHashIn(call)
  if (signUpHash) await endCodeAt(db, signUpHash, new Date(call.now.getTime() + REPEAT_MS))
}

/** Keyed: a million codes are soon hashed by whoever reads the table. */
function codeHashOf(platform: Platform, signUpHash: Buffer, code: string): Buffer {
  return Buffer.from(
    hmacHex(platform.secretKey, `activation code: ${signUpHash.toString('hex')} ${code}`),
    'hex',
  )
}
