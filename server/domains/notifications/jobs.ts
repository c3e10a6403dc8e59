import * as z from 'zod/mini'

import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { mediumLost, mediumNotPrepared } from '#server/domains/media/events.ts'
import { paymentCaptured } from '#server/domains/payments/events.ts'
import { postPublished } from '#server/domains/posts/events.ts'
import { subscriptionActivated, subscriptionEnding } from '#server/domains/subscriptions/events.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { billingNotices } from './billing-notices.ts'
import { findClosingFacts } from './closing-facts.ts'
import {
  endingLetter,
  lossLetter,
  newPostLetter,
  notPreparedLetter,
  pageClosedLetter,
  receiptLetter,
  welcomeLetter,
} from './emails.ts'
import { payoutNotices } from './payout-notices.ts'
import { getPreferences } from './preferences.ts'
import {
  findLossFacts,
  findMembershipFacts,
  findNewPostFacts,
  findPaymentFacts,
  findRenewal,
  listSupporterIds,
} from './queries.ts'
import { refundNotices } from './refund-notices.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const mailNewPost = defineJob(
  { name: 'notifications.mail-new-post', payload: z.object({ postId: z.string(), userId: z.string() }) },
  async (db, { postId, userId }, { platform, now }) => {
    const facts = await findNewPostFacts(db, postId, userId, now)
    if (!facts || !(await getPreferences(db, userId)).creatorUpdates) return
    const { publicUrl } = platform.config
    const links = { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, 'creatorUpdates') }
    await enqueueLetter(db, platform, (texts) => texts(newPostLetter)(facts, links))
  },
)

export const notificationJobs = [mailNewPost] as Job[]

export const notificationReactions = [
  ...refundNotices,
  ...payoutNotices,
  ...billingNotices,
  reactTo(subscriptionActivated, 'notifications', async (db, { subscriptionId, paymentId }, { platform }) => {
    const membership = await findMembershipFacts(db, subscriptionId)
    const payment = await findPaymentFacts(db, paymentId)
    if (!membership || !payment) return
    const letter = membership.isPageLive ? welcomeLetter : receiptLetter
    await enqueueLetter(db, platform, (texts) =>
      texts(letter)({ ...membership, ...payment }, platform.config),
    )
  }),

  reactTo(paymentCaptured, 'notifications', async (db, { paymentId }, { platform }) => {
    const renewal = await findRenewal(db, paymentId)
    if (renewal) await enqueueLetter(db, platform, (texts) => texts(receiptLetter)(renewal, platform.config))
  }),

  reactTo(
    subscriptionEnding,
    'notifications',
    async (db, { subscriptionId, ...ending }, { platform, now }) => {
      const membership = await findMembershipFacts(db, subscriptionId)
      if (!membership) return
      const { publicUrl } = platform.config
      const { reason } = ending
      if (reason === 'page') {
        const closing = await findClosingFacts(db, subscriptionId)
        await enqueueLetter(db, platform, (texts) => texts(pageClosedLetter)(membership, closing, publicUrl))
      } else
        await enqueueLetter(db, platform, (texts) =>
          texts(endingLetter)(membership, { ...ending, reason, now }, publicUrl),
        )
    },
  ),

  reactTo(mediumLost, 'notifications', async (db, { mediaId }, { platform }) => {
    const facts = await findLossFacts(db, mediaId)
    if (facts)
      await enqueueLetter(db, platform, (texts) => texts(lossLetter)(facts, platform.config.publicUrl))
  }),

  reactTo(mediumNotPrepared, 'notifications', async (db, { mediaId }, { platform }) => {
    const facts = await findLossFacts(db, mediaId)
    if (facts)
      await enqueueLetter(db, platform, (texts) => texts(notPreparedLetter)(facts, platform.config.publicUrl))
  }),

  reactTo(postPublished, 'notifications', async (db, { postId }, { now }) => {
    for (const userId of await listSupporterIds(db, postId, now))
      await enqueue(db, mailNewPost, { postId, userId }, { key: `new-post:${postId}:${userId}` })
  }),
] as EventReaction[]
