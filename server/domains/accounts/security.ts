import { accountFailures } from '#contract/accounts/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { sendPasswordChangedMail, sendPasswordCodeMail } from './jobs.ts'
import { redeemMailedCode } from './mailed-codes.ts'
import { isPassword } from './passwords.ts'
import { lockUser } from './queries.ts'
import { acceptPassword, getUser, replacePassword } from './service.ts'
import { deleteOtherSessions, deleteSessionOfUser } from './session-queries.ts'

/** Requests a code by mail; for users who have no password yet. Throws `password_exists`. */
export async function askForPasswordCode(db: Db, viewer: Viewer): Promise<void> {
  const user = await getUser(db, viewer.id)
  if (user.passwordHash !== null) throw new Failure(accountFailures.password_exists)
  await enqueue(db, sendPasswordCodeMail, { userId: viewer.id }, { key: `password-code:${viewer.id}` })
}

/**
 * Sets a new password and signs every other device out. A user with a password proves it first; one who signs in with
 * Google alone proves the mailbox, or a session left open would be enough to take the account over. Throws
 * `current_password_wrong`, `password_code_wrong`. Hashes outside of transactions, as logging in does.
 */
export async function changePassword(
  inTransaction: InTransaction,
  viewer: Viewer,
  change: { currentPassword: string | undefined; code: string | undefined; password: string; now: Date },
): Promise<void> {
  const { passwordHash } = await inTransaction((db) => getUser(db, viewer.id))
  if (passwordHash !== null && !(await isPassword(change.currentPassword ?? '', passwordHash)))
    throw new Failure(accountFailures.current_password_wrong)
  const newHash = await acceptPassword(change.password)
  await inTransaction(async (db) => {
    const user = await lockUser(db, viewer.id)
    // It changed while we hashed: the proved password is no longer the current one.
    if (user?.passwordHash !== passwordHash) throw new Failure(accountFailures.current_password_wrong)
    const isFirst = passwordHash === null
    const code = { userId: viewer.id, purpose: 'password' as const, code: change.code ?? '', now: change.now }
    if (isFirst && !viewer.hasFactor && !(await redeemMailedCode(db, code)))
      throw new Failure(accountFailures.password_code_wrong)
    await replacePassword(db, viewer.id, newHash)
    await deleteOtherSessions(db, viewer.id, viewer.sessionId)
    await enqueue(db, sendPasswordChangedMail, { userId: viewer.id, isFirst })
  })
}

/** Signs out one of the viewer's own devices. Throws `session_not_found`. */
export async function revokeSession(db: Db, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await deleteSessionOfUser(db, viewer.id, sessionId)))
    throw new Failure(accountFailures.session_not_found)
}
