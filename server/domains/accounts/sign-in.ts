import type { ProofMethod } from '#contract/http/proof-methods.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { sendNewDeviceMail } from './alarms/new-device.ts'
import { recogniseDevice, rememberPlace } from './guesses.ts'
import { startSession } from './sessions.ts'

/**
 * Signs in a person who has proved who they are, remembers where, and mails them if that is new. Answers as
 * {@link startSession}.
 */
export async function signIn(
  db: Db,
  userId: string,
  call: Circumstances,
  methods: readonly ProofMethod[],
): Promise<string> {
  const place = await recogniseDevice(db, userId, call)
  const id = newId(call.now)
  const session = { id, userId, provedAt: call.now, methods, deviceMark: place.device }
  const token = await startSession(db, session, call)
  await rememberPlace(db, userId, call, place)
  if (place.isNew) {
    const { userAgent, now } = call
    const from = { deviceMark: place.device.toString('base64'), userAgent, at: now.toISOString() }
    await enqueue(db, sendNewDeviceMail, { userId, sessionId: id, ...from })
  }
  return token
}
