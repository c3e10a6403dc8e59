import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { noticeDue } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { billingLetter } from './billing-letters.ts'
import { findBillingFacts } from './queries.ts'

export const billingNotices = [
  reactTo(noticeDue, 'notifications', async (db, { subscriptionId, kind }, { platform }) => {
    const facts = await findBillingFacts(db, subscriptionId)
    // A suspended page sends its members only the notice of that; once it is back, not even that.
    const isFitting = facts && (facts.suspendedAt !== null) === (kind === 'page_suspended')
    if (isFitting)
      await enqueueLetter(db, platform, (language) =>
        billingLetter(kind, facts, platform.config.publicUrl, language),
      )
  }),
] as EventReaction[]
