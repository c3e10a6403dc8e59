import * as z from 'zod/mini'

import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'
import { layOut } from '#server/platform/mail/layout.ts'

import {
  activationLetter,
  alreadyRegisteredLetter,
  passwordChangedLetter,
  choosePasswordLetter,
  passwordResetLetter,
} from './emails.ts'
import { deleteStaleSecrets, findUser } from './queries.ts'
import { sessionLimits } from './sessions.ts'
import { issueMailToken } from './mail-tokens.ts'

const person = z.object({ userId: z.string() })

/*
 * The link's secret is made when the mail is, so that it never stands in the job queue. A repeated run mails a new
 * link and the older one stops working.
 */
export const sendActivationMail = defineJob(
  { name: 'accounts.send-activation-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.emailVerifiedAt) return
    const token = await issueMailToken(db, { userId, purpose: 'activate', now })
    const url = `${platform.config.publicUrl}/activate-account/${token}`
    await platform.mailer.send(layOut(activationLetter(user, url)))
  },
)

export const sendChoosePasswordMail = defineJob(
  { name: 'accounts.send-choose-password-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.emailVerifiedAt) return
    const token = await issueMailToken(db, { userId, purpose: 'reset', now })
    const url = `${platform.config.publicUrl}/reset-password/${token}`
    await platform.mailer.send(layOut(choosePasswordLetter(user, url)))
  },
)

export const sendAlreadyRegisteredMail = defineJob(
  { name: 'accounts.send-already-registered-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user) return
    const { publicUrl } = platform.config
    await platform.mailer.send(
      layOut(alreadyRegisteredLetter(user, `${publicUrl}/login`, `${publicUrl}/forgot-password`)),
    )
  },
)

export const sendPasswordResetMail = defineJob(
  { name: 'accounts.send-password-reset-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user) return
    const token = await issueMailToken(db, { userId, purpose: 'reset', now })
    await platform.mailer.send(
      layOut(passwordResetLetter(user, `${platform.config.publicUrl}/reset-password/${token}`)),
    )
  },
)

export const sendPasswordChangedMail = defineJob(
  { name: 'accounts.send-password-changed-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user) return
    const { publicUrl } = platform.config
    await platform.mailer.send(layOut(passwordChangedLetter(user, `${publicUrl}/forgot-password`)))
  },
)

const sweepSecrets = defineJob(
  { name: 'accounts.sweep-secrets', payload: z.object({}), cron: '17 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const { seenAfter, madeAfter } = sessionLimits(now)
    await deleteStaleSecrets(db, now, seenAfter, madeAfter)
  },
)

export const accountJobs = [
  sendActivationMail,
  sendAlreadyRegisteredMail,
  sendChoosePasswordMail,
  sendPasswordResetMail,
  sendPasswordChangedMail,
  sweepSecrets,
] as Job[]
