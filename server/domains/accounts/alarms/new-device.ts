import * as z from 'zod/mini'

import { defineJob } from '#server/platform/jobs/define-job.ts'

import { describeDevice } from '../devices.ts'
import { enqueueLetter } from '../letters.ts'
import { issueMailToken } from '../mail-tokens.ts'
import { findUser } from '../queries.ts'
import { newDeviceLetter } from '../security-emails.ts'
import { findSessionById } from '../session-queries.ts'

/** Tells somebody that their account was signed in to from a browser it doesn't know. */
export const sendNewDeviceMail = defineJob(
  {
    name: 'accounts.send-new-device-mail',
    payload: z.object({ userId: z.string(), sessionId: z.string() }),
  },
  async (db, { userId, sessionId }, { platform, now }) => {
    const user = await findUser(db, userId)
    const session = await findSessionById(db, sessionId)
    // Ended since, by its owner or with all others.
    if (!user || !session) return
    const token = await issueMailToken(db, { userId, purpose: 'not-me', subjectId: sessionId, now })
    const facts = {
      device: describeDevice(session.userAgent),
      at: session.createdAt,
      notMeUrl: `${platform.config.publicUrl}/mail/not-me/${token}`,
    }
    await enqueueLetter(db, platform, (language) => newDeviceLetter(user, facts, language))
  },
)
