import * as z from 'zod/mini'

import { EMAIL_UNDO_DAYS } from '#contract/accounts/proof-rules.ts'
import { leadingTo } from '#contract/accounts/return-path.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { deleteStaleCodes } from './activation-code-queries.ts'
import { issueActivationCode } from './activation-codes.ts'
import { deleteStaleEmailChanges } from './address/email-change-queries.ts'
import {
  activationLetter,
  alreadyRegisteredLetter,
  choosePasswordLetter,
  firstPasswordLetter,
  passwordChangedLetter,
  passwordCodeLetter,
  passwordResetLetter,
  usernameLetter,
} from './emails.ts'
import { sendFormMail } from './form-mails.ts'
import { forgetStaleGuesses } from './guesses.ts'
import { enqueueLetter } from './letters.ts'
import { issueMailToken } from './mail-tokens.ts'
import { issueMailedCode } from './mailed-codes.ts'
import { deleteStaleChallenges } from './proof/challenge-queries.ts'
import { deleteBegunApps } from './proof/factor-queries.ts'
import { deleteStaleSecrets, findUser } from './queries.ts'
import { sessionLimits } from './sessions.ts'
import { deleteStaleSignUps } from './sign-up-queries.ts'

const DAY_MS = 86_400_000

const person = z.object({ userId: z.string() })

/** `next`: the page they were on their way to when they requested an account. */
const newcomer = z.object({ userId: z.string(), next: z.optional(z.nullable(z.string())) })

/*
 * Link and code are made together with the mail, so that they never appear in the job queue. A repeated run mails new
 * ones, and the older ones stop working.
 */
export const sendActivationMail = defineJob(
  { name: 'accounts.send-activation-mail', payload: newcomer },
  async (db, { userId, next }, { platform, now }) => {
    const user = await findUser(db, userId)
    const passwordHash = user?.passwordHash ?? null
    // Without a password, two people claim the address, and its owner has to choose one.
    if (!user || user.emailVerifiedAt || passwordHash === null) return
    await sendFormMail(db, platform, user.email, {
      mail: { link: 'activate', isProven: false },
      write: async () => {
        const token = await issueMailToken(db, { userId, purpose: 'activate', now })
        const code = await issueActivationCode(db, platform, { ...user, passwordHash }, now)
        const url = leadingTo(`${platform.config.publicUrl}/activate-account/${token}`, next)
        return (language) => activationLetter(user, { url, code }, language)
      },
    })
  },
)

export const sendChoosePasswordMail = defineJob(
  { name: 'accounts.send-choose-password-mail', payload: newcomer },
  async (db, { userId, next }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.emailVerifiedAt) return
    await sendFormMail(db, platform, user.email, {
      mail: { link: 'reset', isProven: false },
      write: async () => {
        const token = await issueMailToken(db, { userId, purpose: 'reset', now })
        const url = `${platform.config.publicUrl}/reset-password/${token}`
        return (language) => choosePasswordLetter(user, leadingTo(url, next), language)
      },
    })
  },
)

export const sendAlreadyRegisteredMail = defineJob(
  { name: 'accounts.send-already-registered-mail', payload: newcomer },
  async (db, { userId, next }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user) return
    const { publicUrl } = platform.config
    await sendFormMail(db, platform, user.email, {
      mail: 'notice',
      write: () => (language) =>
        alreadyRegisteredLetter(
          user,
          { login: leadingTo(`${publicUrl}/login`, next), forgot: `${publicUrl}/forgot-password` },
          language,
        ),
    })
  },
)

export const sendPasswordResetMail = defineJob(
  {
    name: 'accounts.send-password-reset-mail',
    payload: z.object({
      userId: z.string(),
      askedFor: z.enum(['reset', 'own-reset', 'alarm']),
    }),
  },
  async (db, { userId, askedFor }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user) return
    await sendFormMail(db, platform, user.email, {
      mail: { link: askedFor, isProven: user.emailVerifiedAt !== null },
      write: async () => {
        const token = await issueMailToken(db, { userId, purpose: 'reset', now })
        return (language) =>
          passwordResetLetter(user, `${platform.config.publicUrl}/reset-password/${token}`, language)
      },
    })
  },
)

export const sendPasswordChangedMail = defineJob(
  {
    name: 'accounts.send-password-changed-mail',
    payload: z.object({ userId: z.string(), isFirst: z.optional(z.boolean()) }),
  },
  async (db, { userId, isFirst }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user) return
    const forgotUrl = `${platform.config.publicUrl}/forgot-password`
    const write = isFirst ? firstPasswordLetter : passwordChangedLetter
    await enqueueLetter(db, platform, (language) => write(user, forgotUrl, language))
  },
)

export const sendPasswordCodeMail = defineJob(
  { name: 'accounts.send-password-code-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    // Set meanwhile: then the password itself is required.
    if (!user || user.erasedAt || user.passwordHash !== null) return
    const code = await issueMailedCode(db, { userId, purpose: 'password', now })
    await enqueueLetter(db, platform, (language) => passwordCodeLetter(user, code, language))
  },
)

export const sendUsernameMail = defineJob(
  { name: 'accounts.send-username-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user) return
    await enqueueLetter(db, platform, (language) =>
      usernameLetter(user, `${platform.config.publicUrl}/settings`, language),
    )
  },
)

const sweepSecrets = defineJob(
  { name: 'accounts.sweep-secrets', payload: z.object({}), cron: '17 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const { seenAfter, madeAfter } = sessionLimits(now)
    await deleteStaleSecrets(db, now, seenAfter, madeAfter)
    await deleteStaleSignUps(db, now)
    await deleteStaleCodes(db, now)
    await forgetStaleGuesses(db, now)
    await deleteStaleChallenges(db, now)
    await deleteBegunApps(db, new Date(now.getTime() - DAY_MS))
    await deleteStaleEmailChanges(db, {
      now,
      appliedBefore: new Date(now.getTime() - EMAIL_UNDO_DAYS * DAY_MS),
    })
  },
)

export const accountJobs = [
  sendActivationMail,
  sendAlreadyRegisteredMail,
  sendChoosePasswordMail,
  sendPasswordResetMail,
  sendPasswordChangedMail,
  sendPasswordCodeMail,
  sendUsernameMail,
  sweepSecrets,
] as Job[]
