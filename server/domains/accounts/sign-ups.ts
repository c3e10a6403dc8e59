import { accountFailures } from '#contract/accounts/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId, newSuffix } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import {
  sendActivationMail,
  sendAlreadyRegisteredMail,
  sendChoosePasswordMail,
  sendUsernameMail,
} from './jobs.ts'
import type { PasswordProof } from './password-proof.ts'
import {
  deleteUnusedMailTokens,
  insertUser,
  lockUser,
  lockUserByEmail,
  replacePendingUser,
} from './queries.ts'
import type { SignedUp } from './sign-up-cookie.ts'
import {
  deletePending,
  deleteSignUp,
  extendSignUp,
  findReservation,
  findSignUp,
  isUsernameFree,
  lockUsername,
  markEmailVerified,
  saveSignUp,
  type SignUpRow,
} from './sign-up-queries.ts'

/** As long as the mailed link works, nobody else gets the username. */
const RESERVED_MS = 24 * 3_600_000
/** A sign-up that was never activated is forgotten after this. */
const KEPT_MS = 30 * 24 * 3_600_000

interface Newcomer {
  userId: string
  /** The page they were on their way to. */
  next: string | null
}

function timesFrom(now: Date): { reservedUntil: Date; expiresAt: Date } {
  return {
    reservedUntil: new Date(now.getTime() + RESERVED_MS),
    expiresAt: new Date(now.getTime() + KEPT_MS),
  }
}

/**
 * Requests an account. A stranger learns the same whether or not the address is known, now and later: the username is
 * reserved in both cases, and `sign_ups` remembers the password in both, since logging in with it says that the account
 * has to be activated. Only the mailbox tells. Throws `username_taken`.
 *
 * Returns what the browser may keep as proof that it signed up, whatever became of that.
 */
export async function register(
  db: Db,
  request: {
    name: string
    username: string
    email: string
    passwordHash: string
    /** Whether this address signed up with that password before. */
    proof: PasswordProof
    isAgeConfirmed: boolean
    /** The page the person was on their way to; the mailed link leads there. */
    next: string | null
    /** Whether the same browser made a sign-up. */
    isOwnSignUp: (signUp: SignUpRow) => boolean
    now: Date
  },
): Promise<SignedUp> {
  const { email, username, next, now } = request
  const known = await lockUserByEmail(db, email)
  await lockUsername(db, username)
  // Whoever mistyped their address keeps the username they chose with it.
  const mistyped = await findReservation(db, username, email)
  if (mistyped && request.isOwnSignUp(mistyped)) await deletePending(db, mistyped.email)
  if (!(await isUsernameFree(db, username, { email, userId: null, now })))
    throw new Failure(accountFailures.username_taken)

  const before = await findSignUp(db, email)
  // The same person again: a double click, or the mail did not arrive.
  const isRepeat =
    before !== null && before.passwordHash !== null && before.passwordHash === request.proof.provenHash
  const isContested = before !== null && !isRepeat
  const passwordHash = isRepeat ? before.passwordHash : isContested ? null : request.passwordHash
  await saveSignUp(db, { email, username, passwordHash, ...timesFrom(now) })

  const signedUp = { email, passwordHash: passwordHash ?? request.passwordHash }
  if (known?.emailVerifiedAt) {
    await enqueue(db, sendAlreadyRegisteredMail, { userId: known.id, next })
    return signedUp
  }
  const person = {
    id: known?.id ?? newId(now),
    name: request.name,
    username,
    passwordHash,
    ageConfirmedAt: request.isAgeConfirmed ? now : null,
  }
  if (known) await replacePendingUser(db, person)
  else await insertUser(db, { ...person, email, emailVerifiedAt: null, createdAt: now })
  const newcomer = { userId: person.id, next }
  await (isContested ? letOwnerChoosePassword(db, newcomer) : mailActivation(db, newcomer))
  return signedUp
}

/**
 * Two registrations claim one address, and only one of them may be its owner's. Neither password is trusted: links
 * mailed so far are void, and the reader of the mailbox chooses a password, which also activates the account.
 */
async function letOwnerChoosePassword(db: Db, newcomer: Newcomer): Promise<void> {
  const { userId } = newcomer
  await deleteUnusedMailTokens(db, userId, ['activate'])
  await enqueue(db, sendChoosePasswordMail, newcomer, { key: `choose-password-mail:${userId}` })
}

async function mailActivation(db: Db, newcomer: Newcomer): Promise<void> {
  await enqueue(db, sendActivationMail, newcomer, { key: `activation-mail:${newcomer.userId}` })
}

/**
 * Mails a new activation link to an address whose password was just proved; if it already has an account, the mail says
 * so again when that was the password of a sign-up. Keeps the username reserved for as long as the link works.
 */
export async function resendActivation(
  db: Db,
  request: { email: string; isSignUp: boolean; next: string | null; now: Date },
): Promise<void> {
  const { email, next, now } = request
  const user = await lockUserByEmail(db, email)
  const signUp = await findSignUp(db, email)
  if (signUp) {
    await lockUsername(db, signUp.username)
    if (await isUsernameFree(db, signUp.username, { email, userId: null, now }))
      await extendSignUp(db, email, timesFrom(now))
  }
  if (!user) return
  if (!user.emailVerifiedAt) await mailActivation(db, { userId: user.id, next })
  else if (request.isSignUp) await enqueue(db, sendAlreadyRegisteredMail, { userId: user.id, next })
}

/**
 * Confirms that an address is its account's, which activates the account and makes the username its own. If someone has
 * taken that meanwhile, it gets an ending, and a mail says so. Once confirmed it stays so.
 */
export async function confirmAddress(db: Db, userId: string, now: Date): Promise<void> {
  const user = await lockUser(db, userId)
  if (!user || user.emailVerifiedAt) return
  await lockUsername(db, user.username)
  const isFree = await isUsernameFree(db, user.username, { email: user.email, userId, now })
  const username = isFree ? user.username : `${user.username.slice(0, 20)}-${newSuffix()}`
  await markEmailVerified(db, { id: userId, username }, now)
  await deleteSignUp(db, user.email)
  if (!isFree) await enqueue(db, sendUsernameMail, { userId })
}
