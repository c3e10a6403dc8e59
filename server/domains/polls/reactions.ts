import { pageClosed, refundEffectsApplied } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { closePollsOf } from './close.ts'
import { findPayer } from './payer-queries.ts'
import { tellTotalsSoon } from './tell.ts'
import { deleteVotesOfLostPlans } from './vote-queries.ts'

export const pollReactions = [
  // Who has their money back has no vote for it while it still counts; a plan that merely ended leaves it.
  reactTo(refundEffectsApplied, 'polls', async (db, { paymentId }, { now }) => {
    const payer = await findPayer(db, paymentId)
    if (!payer) return
    for (const pollId of await deleteVotesOfLostPlans(db, { ...payer, now })) await tellTotalsSoon(db, pollId)
  }),

  reactTo(pageClosed, 'polls', (db, { creatorId }, { now }) => closePollsOf(db, creatorId, now)),
] as EventReaction[]
