import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { type FailureSpec, platformFailures } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { endActivationCode, tryActivationCode } from './activation-codes.ts'
import { isFromKnownPlace, letGuess, rememberAddress } from './guesses.ts'
import { sendPasswordResetMail } from './jobs.ts'
import { redeemMailToken } from './mail-tokens.ts'
import { hashPassword, isCommonPassword, isPassword } from './passwords.ts'
import { findOwner } from './password-proof.ts'
import {
  deleteUnusedMailTokens,
  findUser,
  listUsersByEmail,
  lockUser,
  setPassword,
  type UserRow,
} from './queries.ts'
import { endAllSessions } from './sessions.ts'
import { hasSignedUpHere } from './sign-up-cookie.ts'
import { findSignUp } from './sign-up-queries.ts'
import { confirmAddress } from './sign-ups.ts'

export { isKeptApartSql, isListedForSql, isLivePageSql, isSuspendedOwnerSql } from './access.ts'
export { hasBlocked, isBlockedBetween, listKeptApart } from './block-queries.ts'
export { blockPerson } from './blocks.ts'
export { ownerProofLimits, registrationLimits } from './limits.ts'
export { refuseWhileLeaving } from './deletion.ts'
export { isLeaving } from './deletion-queries.ts'
export { exportData } from './export.ts'
export { sendFormMail } from './form-mails.ts'
export { findLanguage } from './language-queries.ts'
export { enqueueLetter, enqueueLetters } from './letters.ts'
export { askForRemoval, stopRemoval } from './lost-factors/lost-factors.ts'
export { openAccount } from './newcomers.ts'
export { provePassword } from './password-proof.ts'
export { changeProfile, presentUser } from './profile.ts'
export { findUserByEmail } from './queries.ts'
export { createCookieReader } from './sessions.ts'
export { signIn } from './sign-in.ts'
export { register, resendActivation } from './sign-ups.ts'
export { isPictureOfSuspended } from './suspension-queries.ts'
export { reinstateAccount, suspendAccount } from './suspension.ts'
export { setTimeZone } from './time-zone-queries.ts'

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
 * The account behind an address and a password, or null when they belong to a sign-up that isn't activated. Takes as
 * long, and answers the same, when there is no account. Throws `credentials_wrong`, `account_suspended`,
 * `too_many_requests`. The hashes are made outside any transaction: waiting in line for one must not hold a connection.
 */
export async function authenticate(
  inTransaction: InTransaction,
  call: Circumstances,
  { email, password }: { email: string; password: string },
): Promise<UserRow | null> {
  const { users, signUp } = await inTransaction(async (db) => ({
    users: await listUsersByEmail(db, email),
    signUp: await findSignUp(db, email),
  }))
  let user = users[0] ?? null
  let isOfSignUp = false
  // Accounts that are activated come first.
  const isActivated = user !== null && user.emailVerifiedAt !== null
  // A sign-up's password never counts as right here: a stranger may know it, and would have their guesses forgiven.
  const isRight = await letGuess(call, inTransaction, email, async () => {
    const owner = await findOwner(users, password)
    const isOwn = owner !== null
    if (owner) user = owner
    // A second hash whenever the address signed up lately, or its time would tell an account from a mere sign-up.
    const isStrangers =
      signUp !== null && (await isPassword(password, isActivated ? signUp.passwordHash : null))
    isOfSignUp = isActivated ? isStrangers : isOwn
    return isActivated && isOwn
  })
  if (!user || !(isRight || isOfSignUp)) throw new Failure(accountFailures.credentials_wrong)
  if (!isRight) return null
  if (user.status === 'suspended') throw new Failure(accountFailures.account_suspended)
  return user
}

/** Activates the account that a mailed link is about. Throws `activation_token_invalid`. */
export async function activate(db: Db, token: string, now: Date): Promise<UserRow> {
  const redeemed = await redeemMailToken(db, { token, purpose: 'activate', now })
  if (!redeemed) throw new Failure(accountFailures.activation_token_invalid)
  await confirmAddress(db, redeemed.userId, now)
  return getUser(db, redeemed.userId)
}

/** The same with the mailed code, in the browser that signed up. Throws as {@link tryActivationCode}. */
export async function activateWithCode(
  inTransaction: InTransaction,
  call: Circumstances,
  code: string,
): Promise<UserRow> {
  const userId = await tryActivationCode(inTransaction, call, code)
  return inTransaction(async (db) => {
    const user = await lockUser(db, userId)
    // The password was replaced meanwhile: this browser knows another one.
    if (!user || !hasSignedUpHere(call, user)) throw new Failure(accountFailures.activation_code_elsewhere)
    await confirmAddress(db, userId, call.now)
    await endActivationCode(db, call)
    return user
  })
}

/**
 * Gives a locked account another password. Every link and code mailed before dies with the old one: a reader of old
 * mail must not undo the change.
 */
export async function replacePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await setPassword(db, userId, passwordHash)
  await deleteUnusedMailTokens(db, userId, ['reset', 'password', 'delete', 'prove', 'email-old', 'email-new'])
}

/** Mails a link to choose a new password, if the address has an account. */
export async function requestPasswordReset(db: Db, call: Circumstances, email: string): Promise<void> {
  const isKnownPlace = await isFromKnownPlace(db, call, email)
  for (const user of await listUsersByEmail(db, email)) {
    if (user.status !== 'active') continue
    const askedFor = isKnownPlace ? ('own-reset' as const) : ('reset' as const)
    await enqueue(db, sendPasswordResetMail, { userId: user.id, askedFor }, { key: `${askedFor}:${user.id}` })
  }
}

/** Sets a new password. The holder of the link reads the mailbox, which also proves the address. */
export async function resetPassword(
  db: Db,
  call: Circumstances,
  request: { token: string; passwordHash: string },
): Promise<void> {
  const { now } = call
  const redeemed = await redeemMailToken(db, { token: request.token, purpose: 'reset', now })
  if (!redeemed) throw new Failure(accountFailures.reset_token_invalid)
  await replacePassword(db, redeemed.userId, request.passwordHash)
  await confirmAddress(db, redeemed.userId, now)
  await rememberAddress(db, redeemed.userId, call)
  await endAllSessions(db, redeemed.userId)
}

export async function getUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  const missing: FailureSpec = platformFailures.not_found
  if (!user) throw new Failure(missing)
  return user
}
