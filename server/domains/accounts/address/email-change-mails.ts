import * as z from 'zod/mini'

import { EMAIL_UNDO_DAYS } from '#contract/accounts/proof-rules.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { sendFormMail } from '../form-mails.ts'
import { enqueueLetter } from '../letters.ts'
import { issueMailToken } from '../mail-tokens.ts'
import { findUser, findUserByEmail } from '../queries.ts'
import {
  confirmEmailLetter,
  emailChangedLetter,
  emailTakenLetter,
  emailWelcomeLetter,
} from '../security-emails.ts'
import { findEmailChange } from './email-change-queries.ts'

const DAY_MS = 86_400_000

const one = z.object({ changeId: z.string() })

/**
 * Asks both addresses to confirm. The new one is anybody's until it has: it counts as filled into a form, and if it has an
 * account only its owner learns so.
 */
export const sendEmailChangeMails = defineJob(
  { name: 'accounts.send-email-change-mails', payload: one },
  async (db, { changeId }, { platform, now }) => {
    const change = await findEmailChange(db, changeId)
    const user = change && (await findUser(db, change.userId))
    if (!change || !user || change.appliedAt) return
    const { userId, oldEmail, newEmail } = change
    const linkFor = async (purpose: 'email-old' | 'email-new') =>
      `${platform.config.publicUrl}/mail/confirm-email/${await issueMailToken(db, { userId, purpose, subjectId: changeId, now })}`

    const holder = await findUserByEmail(db, newEmail)
    if (holder?.emailVerifiedAt)
      await sendFormMail(db, platform, newEmail, {
        mail: 'notice',
        write: () => (language) => emailTakenLetter(holder, language),
      })
    else
      await sendFormMail(db, platform, newEmail, {
        write: async () => {
          const facts = { isOld: false, newEmail, url: await linkFor('email-new') }
          return (language) => confirmEmailLetter({ name: user.name, email: newEmail }, facts, language)
        },
      })
    const facts = { isOld: true, newEmail, url: await linkFor('email-old') }
    const person = { name: user.name, email: oldEmail }
    await enqueueLetter(db, platform, (language) => confirmEmailLetter(person, facts, language))
  },
)

/** Tells both addresses, and gives the old one a way back. */
export const sendEmailChangedMails = defineJob(
  { name: 'accounts.send-email-changed-mails', payload: one },
  async (db, { changeId }, { platform, now }) => {
    const change = await findEmailChange(db, changeId)
    const user = change && (await findUser(db, change.userId))
    if (!change?.appliedAt || !user || change.undoneAt) return
    const { publicUrl } = platform.config
    const { userId, oldEmail, newEmail } = change
    const token = await issueMailToken(db, { userId, purpose: 'email-undo', subjectId: changeId, now })
    const facts = {
      newEmail,
      undoUrl: `${publicUrl}/mail/undo-email/${token}`,
      undoUntil: new Date(now.getTime() + EMAIL_UNDO_DAYS * DAY_MS),
    }
    const old = { name: user.name, email: oldEmail }
    await enqueueLetter(db, platform, (language) => emailChangedLetter(old, facts, language))
    const welcomed = { name: user.name, email: newEmail }
    await enqueueLetter(db, platform, (language) =>
      emailWelcomeLetter(welcomed, { loginUrl: `${publicUrl}/login` }, language),
    )
  },
)

export const emailChangeJobs = [sendEmailChangeMails, sendEmailChangedMails] as Job[]
