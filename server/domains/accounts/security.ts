import { accountFailures } from '#contract/accounts/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction, Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { sendPasswordChangedMail } from './jobs.ts'
import { isPassword } from './passwords.ts'
import { lockUser, setPassword } from './queries.ts'
import { acceptPassword, getUser } from './service.ts'
import { deleteOtherSessions, deleteSessionOfUser } from './session-queries.ts'

/**
 * Sets a new password and signs every other device out. Who has one proves it first; who signs in with Google alone
 * may simply set one. Throws `current_password_wrong`. Hashes outside of transactions, as logging in does.
 */
export async function changePassword(
  inTransaction: InTransaction,
  viewer: Viewer,
  change: { currentPassword: string | undefined; password: string },
): Promise<void> {
  const { passwordHash } = await inTransaction((db) => getUser(db, viewer.id))
  if (passwordHash !== null && !(await isPassword(change.currentPassword ?? '', passwordHash)))
    throw new Failure(accountFailures.current_password_wrong)
  const newHash = await acceptPassword(change.password)
  await inTransaction(async (db) => {
    const user = await lockUser(db, viewer.id)
    // Somebody changed it while we hashed: what was proved is not the password any more.
    if (user?.passwordHash !== passwordHash) throw new Failure(accountFailures.current_password_wrong)
    await setPassword(db, viewer.id, newHash)
    await deleteOtherSessions(db, viewer.id, viewer.sessionId)
    await enqueue(db, sendPasswordChangedMail, { userId: viewer.id })
  })
}

/** Signs one of the viewer's own devices out. Throws `session_not_found`. */
export async function revokeSession(db: Db, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await deleteSessionOfUser(db, viewer.id, sessionId)))
    throw new Failure(accountFailures.session_not_found)
}
