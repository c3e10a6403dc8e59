import { noticeDue } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { layOut } from '#server/platform/mail/layout.ts'

import { billingLetter } from './billing-letters.ts'
import { findBillingFacts } from './queries.ts'

export const billingNotices = [
  reactTo(noticeDue, 'notifications', async (db, { subscriptionId, kind }, { platform }) => {
    const facts = await findBillingFacts(db, subscriptionId)
    if (facts) await platform.mailer.send(layOut(billingLetter(kind, facts, platform.config.publicUrl)))
  }),
] as EventReaction[]
