import { deadlinesFrom } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import { type GrievanceKind, urgencyOfGrievance } from '#contract/enforcement/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { encrypt } from '#server/platform/encryption.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import { deciderOf } from '../access.ts'
import { emailContext, type Keys } from './email-context.ts'
import { queueGrievanceAlarms } from './grievance-alarms.ts'
import { mailAcknowledgement, mailAnswer } from './grievance-mails.ts'
import { insertGrievance, lockGrievance, storeGrievanceAnswer } from './grievance-queries.ts'

interface Filed {
  kind: GrievanceKind
  name: string
  email: string
  text: string
  url: string
  userId: string | null
}

/** Takes a grievance in, and acknowledges it by mail. */
export async function file(
  db: Db,
  { email, ...given }: Filed,
  keys: Keys,
  now: Date,
): Promise<{ number: number; token: string; dueAt: Date }> {
  const id = newId(now)
  const token = newSecret()
  const urgency = urgencyOfGrievance(given.kind)
  const deadlines = deadlinesFrom(now, urgency)
  const number = await insertGrievance(db, {
    ...given,
    ...deadlines,
    id,
    urgency,
    encryptedEmail: encrypt(email, emailContext(keys, id)),
    tokenHash: hashSecret(token),
    openedAt: now,
  })
  await enqueue(db, mailAcknowledgement, { grievanceId: id, token })
  await queueGrievanceAlarms(db, { id, openedAt: now, dueAt: deadlines.dueAt }, now)
  return { number, token, dueAt: deadlines.dueAt }
}

/** Throws `grievance_not_found`, `grievance_answered`, and `own_case` for one's own. */
export async function answerOne(
  db: Db,
  { number, answer, actor }: { number: number; answer: string; actor: StaffActor },
  now: Date,
): Promise<{ id: string }> {
  const row = await lockGrievance(db, number)
  if (!row) throw new Failure(enforcementFailures.grievance_not_found)
  if (row.answeredAt !== null) throw new Failure(enforcementFailures.grievance_answered)
  if (actor.kind === 'user' && actor.id === row.userId) throw new Failure(enforcementFailures.own_case)
  await storeGrievanceAnswer(db, row.id, { answer, by: deciderOf(actor), now })
  await enqueue(db, mailAnswer, { grievanceId: row.id })
  return row
}
