import { subscriptionActivated, subscriptionEnding } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { layOut } from '#server/platform/mail/layout.ts'

import { endingLetter, welcomeLetter } from './emails.ts'
import { findMembershipFacts, findPaymentFacts } from './queries.ts'

export const notificationReactions = [
  reactTo(subscriptionActivated, 'notifications', async (db, { subscriptionId, paymentId }, { platform }) => {
    const membership = await findMembershipFacts(db, subscriptionId)
    const payment = await findPaymentFacts(db, paymentId)
    if (!membership || !payment) return
    await platform.mailer.send(
      layOut(welcomeLetter({ ...membership, ...payment }, platform.config.publicUrl)),
    )
  }),

  reactTo(subscriptionEnding, 'notifications', async (db, { subscriptionId }, { platform }) => {
    const membership = await findMembershipFacts(db, subscriptionId)
    if (membership) await platform.mailer.send(layOut(endingLetter(membership, platform.config.publicUrl)))
  }),
] as EventReaction[]
