import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { deleteOpenEmailChange } from '../address/email-change-queries.ts'
import { accountAlarmed } from '../events.ts'
import { sendPasswordResetMail } from '../jobs.ts'
import { deleteUnusedMailTokens, type UserRow } from '../queries.ts'
import { endAllSessions } from '../sessions.ts'

/**
 * Somebody else may have been in an account: ends every session and whatever they may have begun, holds payouts, and
 * mails its owner a link to choose a new password. Call with the user locked.
 */
export async function raiseAlarm(
  db: Db,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  now: Date,
): Promise<void> {
  await endAllSessions(db, user.id)
  await deleteUnusedMailTokens(db, user.id, [
    'reset',
    'password',
    'delete',
    'prove',
    'email-old',
    'email-new',
  ])
  await deleteOpenEmailChange(db, user.id)
  await emit(db, accountAlarmed, { userId: user.id }, now)
  if (user.passwordHash !== null)
    await enqueue(
      db,
      sendPasswordResetMail,
      { userId: user.id, askedFor: 'alarm' as const },
      { key: `alarm-mail:${user.id}` },
    )
}
