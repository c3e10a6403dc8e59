import { PAYOUT_METHODS } from '#contract/payouts/details.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { payoutChanged, payoutDetailsChanged } from '#server/domains/payouts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { payoutDetailsLetter, payoutLetter } from './payout-emails.ts'
import { findDetailsFacts, findPayoutFacts } from './payout-queries.ts'

function labelOf(method: string): string {
  return PAYOUT_METHODS.find((known) => known.method === method)?.label ?? method
}

export const payoutNotices = [
  reactTo(payoutDetailsChanged, 'notifications', async (db, { creatorId }, { platform }) => {
    const facts = await findDetailsFacts(db, creatorId)
    if (!facts) return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (texts) =>
      texts(payoutDetailsLetter)(facts, labelOf(facts.method), publicUrl),
    )
  }),

  reactTo(payoutChanged, 'notifications', async (db, { payoutId, status }, { platform }) => {
    const facts = await findPayoutFacts(db, payoutId)
    const { publicUrl } = platform.config
    if (facts)
      await enqueueLetter(db, platform, (texts) =>
        texts(payoutLetter)(facts, status, labelOf(facts.method), publicUrl),
      )
  }),
] as EventReaction[]
