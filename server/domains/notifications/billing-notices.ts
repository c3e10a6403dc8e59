import { sendLetter } from '#server/domains/accounts/service.ts'
import { noticeDue } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { billingLetter } from './billing-letters.ts'
import { findBillingFacts } from './queries.ts'

export const billingNotices = [
  reactTo(noticeDue, 'notifications', async (db, { subscriptionId, kind }, { platform }) => {
    const facts = await findBillingFacts(db, subscriptionId)
    // In the name of a page that is suspended nothing is said but that; and when it is back, that no more.
    const isFitting = facts && (facts.suspendedAt !== null) === (kind === 'page_suspended')
    if (isFitting) await sendLetter(db, platform, billingLetter(kind, facts, platform.config.publicUrl))
  }),
] as EventReaction[]
