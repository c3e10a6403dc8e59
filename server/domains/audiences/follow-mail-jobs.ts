import * as z from 'zod/mini'

import { leadingTo } from '#contract/accounts/return-path.ts'
import { findUserByEmail, isBlockedBetween, sendFormMail } from '#server/domains/accounts/service.ts'
import { findCreator } from '#server/domains/creators/service.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import { confirmFollowLetter, logInToFollowLetter } from './emails.ts'
import {
  deleteExpiredMailedFollows,
  deleteMailedFollow,
  findMailedFollow,
  saveLink,
} from './mailed-follow-queries.ts'

/**
 * Mails the link that finishes following, or, to the owner of an account, the way to log in. The link's secret is made
 * together with the mail, so that it never appears in the job queue.
 */
export const sendFollowMail = defineJob(
  { name: 'audiences.send-follow-mail', payload: z.object({ id: z.string() }) },
  async (db, { id }, { platform }) => {
    const wish = await findMailedFollow(db, id)
    const email = wish?.email
    const creator = wish && (await findCreator(db, wish.creatorId))
    if (!email || !creator || creator.isHidden) return
    const { publicUrl } = platform.config
    const { pageName, handle } = creator
    const next = `/${handle}?follow=1`
    const user = await findUserByEmail(db, email)
    if (user?.emailVerifiedAt) {
      // There is no link to wait for.
      await deleteMailedFollow(db, id)
      // The button would refuse them too.
      if (user.id === creator.userId || (await isBlockedBetween(db, user.id, creator.userId))) return
      await sendFormMail(db, platform, email, {
        mail: 'notice',
        write: () => (language) =>
          logInToFollowLetter({ ...user, pageName }, leadingTo(`${publicUrl}/login`, next), language),
      })
      return
    }
    await sendFormMail(db, platform, email, {
      write: async () => {
        const token = newSecret()
        await saveLink(db, id, hashSecret(token))
        const url = leadingTo(`${publicUrl}/confirm-follow/${token}`, next)
        return (language) => confirmFollowLetter({ email, pageName }, url, language)
      },
    })
  },
)

const sweepMailedFollows = defineJob(
  { name: 'audiences.sweep-mailed-follows', payload: z.object({}), cron: '23 * * * *', maxAttempts: 3 },
  (db, _, { now }) => deleteExpiredMailedFollows(db, now),
)

export const followMailJobs = [sendFollowMail, sweepMailedFollows] as Job[]
