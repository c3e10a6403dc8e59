import * as z from 'zod/mini'

import { defineJob } from '#server/platform/jobs/define-job.ts'

import { describeDevice } from '../devices.ts'
import { enqueueLetter } from '../letters.ts'
import { issueMailToken } from '../mail-tokens.ts'
import { findUser } from '../queries.ts'
import { newDeviceLetter } from '../security-emails.ts'

/** Tells somebody that their account was signed in to from a browser it doesn't know. */
export const sendNewDeviceMail = defineJob(
  {
    name: 'accounts.send-new-device-mail',
    payload: z.object({
      userId: z.string(),
      sessionId: z.string(),
      /** The browser's place in `known_places`, in Base64. */
      deviceMark: z.string(),
      userAgent: z.string(),
      at: z.string(),
    }),
  },
  async (db, { userId, sessionId, deviceMark, userAgent, at }, { platform, now }) => {
    const user = await findUser(db, userId)
    // Told even if the session has ended since: whoever is in for a moment would otherwise be known from then on.
    if (!user) return
    const token = await issueMailToken(db, {
      userId,
      purpose: 'not-me',
      subjectId: sessionId,
      deviceMark: Buffer.from(deviceMark, 'base64'),
      now,
    })
    const facts = {
      device: describeDevice(userAgent),
      at: new Date(at),
      notMeUrl: `${platform.config.publicUrl}/mail/not-me/${token}`,
    }
    await enqueueLetter(db, platform, (language) => newDeviceLetter(user, facts, language))
  },
)
