import { outgoingMoneyReported } from '#server/domains/inbox/events.ts'
import { findStoredEvent } from '#server/domains/inbox/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { applyProviderDispute } from './disputes/disputes.ts'
import { applyProviderRefund } from './refunds/provider-refunds.ts'

export const webhookReactions = [
  /** Refunds and disputes are applied here; what a webhook says about subscriptions is applied by that domain. */
  reactTo(outgoingMoneyReported, 'payments', async (db, { providerEventId }, { now }) => {
    const event = await findStoredEvent(db, providerEventId)
    const refund = event?.payload.refund?.entity
    const dispute = event?.payload.dispute?.entity
    if (refund) await applyProviderRefund(db, refund, now)
    if (dispute) await applyProviderDispute(db, dispute, now)
  }),
] as EventReaction[]
