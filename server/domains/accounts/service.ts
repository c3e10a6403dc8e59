import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { type FailureSpec, platformFailures } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import {
  sendActivationMail,
  sendAlreadyRegisteredMail,
  sendChoosePasswordMail,
  sendPasswordResetMail,
} from './jobs.ts'
import { redeemMailToken } from './mail-tokens.ts'
import type { PasswordProof } from './password-proof.ts'
import { hashPassword, isCommonPassword, isPassword } from './passwords.ts'
import { refuseTakenUsername } from './profile.ts'
import {
  deleteUnusedMailTokens,
  findUser,
  findUserByEmail,
  insertUser,
  isUsernameFree,
  lockUserByEmail,
  markEmailVerified,
  replacePendingUser,
  setPassword,
  type UserRow,
} from './queries.ts'
import { endAllSessions } from './sessions.ts'

export { isLivePageSql, isSuspendedOwnerSql } from './access.ts'
export { hasBlocked, isBlockedBetween } from './block-queries.ts'
export { refuseWhileLeaving } from './deletion.ts'
export { isLeaving } from './deletion-queries.ts'
export { provePassword } from './password-proof.ts'
export { changeProfile, presentUser } from './profile.ts'

/**
 * Asks for an account. What the caller learns is the same whether or not the address is known; only its owner's
 * mailbox tells.
 */
export async function register(
  db: Db,
  request: {
    name: string
    username: string
    email: string
    passwordHash: string
    /** Whether the password is one that this address signed up with before. */
    proof: PasswordProof
    isAgeConfirmed: boolean
    now: Date
  },
): Promise<void> {
  const known = await lockUserByEmail(db, request.email)
  if (!(await isUsernameFree(db, request.username, known && !known.emailVerifiedAt ? known.id : null)))
    throw new Failure(accountFailures.username_taken)
  if (known?.emailVerifiedAt) return enqueue(db, sendAlreadyRegisteredMail, { userId: known.id })

  const ageConfirmedAt = request.isAgeConfirmed ? request.now : null
  const userId = known?.id ?? newId(request.now)
  // The same person again: a double click, or the mail did not arrive.
  if (known?.passwordHash && known.passwordHash === request.proof.provenHash)
    return resendActivation(db, known)
  if (known) return letOwnerChoosePassword(db, { ...request, userId, ageConfirmedAt })
  const isWritten = await insertUser(db, {
    id: userId,
    name: request.name,
    username: request.username,
    email: request.email,
    passwordHash: request.passwordHash,
    emailVerifiedAt: null,
    ageConfirmedAt,
    createdAt: request.now,
  })
  if (!isWritten) throw new Failure(accountFailures.username_taken)
  await enqueue(db, sendActivationMail, { userId }, { key: `activation-mail:${userId}` })
}

/**
 * Two registrations claim one address, and only one of them may be its owner's. Neither password is believed: links
 * mailed so far are void, and whoever reads the mailbox chooses a password, which also activates the account.
 */
async function letOwnerChoosePassword(
  db: Db,
  request: { userId: string; name: string; username: string; ageConfirmedAt: Date | null },
): Promise<void> {
  const { userId } = request
  await deleteUnusedMailTokens(db, userId, 'activate')
  await refuseTakenUsername(() => replacePendingUser(db, userId, request))
  await enqueue(db, sendChoosePasswordMail, { userId }, { key: `choose-password-mail:${userId}` })
}

/** Hashes a password being chosen; refuses the most common ones. */
export async function acceptPassword(password: string): Promise<string> {
  if (await isCommonPassword(password))
    throw new Failure(platformFailures.invalid_input, {
      message: accountMessages.passwordTooCommon,
      field: 'password',
    })
  return hashPassword(password)
}

/**
 * The account behind an address and a password. Takes as long, and says the same, when there is none. The hash is made
 * outside any transaction: those who wait their turn for it must not hold a connection meanwhile.
 */
export async function authenticate(
  inTransaction: InTransaction,
  { email, password }: { email: string; password: string },
): Promise<UserRow> {
  const user = await inTransaction((db) => findUserByEmail(db, email))
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (!user || !isRight) throw new Failure(accountFailures.credentials_wrong)
  if (user.status === 'suspended') throw new Failure(accountFailures.account_suspended)
  return user
}

/** Mails a new activation link, unless the account needs none. */
export async function resendActivation(db: Db, user: UserRow): Promise<void> {
  if (!user.emailVerifiedAt)
    await enqueue(db, sendActivationMail, { userId: user.id }, { key: `activation-mail:${user.id}` })
}

export async function activate(db: Db, token: string, now: Date): Promise<void> {
  const redeemed = await redeemMailToken(db, { token, purpose: 'activate', now })
  if (!redeemed) throw new Failure(accountFailures.activation_token_invalid)
  await markEmailVerified(db, redeemed.userId, now)
}

/** Mails a link to choose a new password, if the address has an account. */
export async function requestPasswordReset(db: Db, email: string): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (user && user.status === 'active')
    await enqueue(db, sendPasswordResetMail, { userId: user.id }, { key: `reset-mail:${user.id}` })
}

/** Sets a new password. Whoever holds the link reads the mailbox, which also proves the address. */
export async function resetPassword(
  db: Db,
  request: { token: string; passwordHash: string; now: Date },
): Promise<void> {
  const redeemed = await redeemMailToken(db, { token: request.token, purpose: 'reset', now: request.now })
  if (!redeemed) throw new Failure(accountFailures.reset_token_invalid)
  await setPassword(db, redeemed.userId, request.passwordHash)
  await markEmailVerified(db, redeemed.userId, request.now)
  await endAllSessions(db, redeemed.userId)
}

export async function getUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  const missing: FailureSpec = platformFailures.not_found
  if (!user) throw new Failure(missing)
  return user
}
