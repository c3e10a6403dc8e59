import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { mediumLost, mediumNotPrepared } from '#server/domains/media/events.ts'
import { paymentCaptured } from '#server/domains/payments/events.ts'
import { numberNow } from '#server/domains/payments/service.ts'
import { postHeldBack } from '#server/domains/posts/events.ts'
import { subscriptionActivated, subscriptionEnding } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { billingNotices } from './billing-notices.ts'
import { findClosingFacts } from './closing-facts.ts'
import { endingLetter, pageClosedLetter, receiptLetter, welcomeLetter } from './emails.ts'
import { heldBackLetter } from './held-back-letters.ts'
import { lossLetter, notPreparedLetter } from './media-letters.ts'
import { payoutNotices } from './payout-notices.ts'
import {
  findHeldBackFacts,
  findLossFacts,
  findMembershipFacts,
  findPaymentFacts,
  findRenewal,
} from './queries.ts'
import { refundNotices } from './refund-notices.ts'
import { tellingReactions } from './telling.ts'

export const notificationReactions = [
  ...refundNotices,
  ...payoutNotices,
  ...billingNotices,
  ...tellingReactions,
  reactTo(subscriptionActivated, 'notifications', async (db, { subscriptionId, paymentId }, { platform }) => {
    const membership = await findMembershipFacts(db, subscriptionId)
    await numberNow(db, paymentId)
    const payment = await findPaymentFacts(db, paymentId)
    if (!membership || !payment) return
    const letter = membership.isPageLive ? welcomeLetter : receiptLetter
    await enqueueLetter(db, platform, (language) =>
      letter({ ...membership, ...payment }, platform.config, language),
    )
  }),

  reactTo(paymentCaptured, 'notifications', async (db, { paymentId }, { platform }) => {
    await numberNow(db, paymentId)
    const renewal = await findRenewal(db, paymentId)
    if (renewal)
      await enqueueLetter(db, platform, (language) => receiptLetter(renewal, platform.config, language))
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
        await enqueueLetter(db, platform, (language) =>
          pageClosedLetter(membership, closing, publicUrl, language),
        )
      } else
        await enqueueLetter(db, platform, (language) =>
          endingLetter(membership, { ...ending, reason, now }, publicUrl, language),
        )
    },
  ),

  reactTo(mediumLost, 'notifications', async (db, { mediaId }, { platform }) => {
    const facts = await findLossFacts(db, mediaId)
    if (facts)
      await enqueueLetter(db, platform, (language) => lossLetter(facts, platform.config.publicUrl, language))
  }),

  reactTo(mediumNotPrepared, 'notifications', async (db, { mediaId }, { platform }) => {
    const facts = await findLossFacts(db, mediaId)
    if (facts)
      await enqueueLetter(db, platform, (language) =>
        notPreparedLetter(facts, platform.config.publicUrl, language),
      )
  }),

  reactTo(postHeldBack, 'notifications', async (db, { postId }, { platform }) => {
    const facts = await findHeldBackFacts(db, postId)
    if (facts)
      await enqueueLetter(db, platform, (language) =>
        heldBackLetter(facts, platform.config.publicUrl, language),
      )
  }),
] as EventReaction[]
