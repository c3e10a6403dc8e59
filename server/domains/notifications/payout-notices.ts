import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { payoutChanged, payoutDetailsChanged } from '#server/domains/payouts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { payoutDetailsLetter, payoutLetter } from './payout-emails.ts'
import { findDetailsFacts, findPayoutFacts } from './payout-queries.ts'

export const payoutNotices = [
  reactTo(payoutDetailsChanged, 'notifications', async (db, { creatorId }, { platform }) => {
    const facts = await findDetailsFacts(db, creatorId)
    if (!facts) return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) => payoutDetailsLetter(facts, publicUrl, language))
  }),

  reactTo(payoutChanged, 'notifications', async (db, { payoutId, status }, { platform }) => {
    const facts = await findPayoutFacts(db, payoutId)
    const { publicUrl } = platform.config
    if (facts)
      await enqueueLetter(db, platform, (language) => payoutLetter(facts, status, publicUrl, language))
  }),
] as EventReaction[]
