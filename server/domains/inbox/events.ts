import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** Webhooks about a subject, such as a subscription, are stored and wait to be applied together. */
export const webhooksWaiting = defineEvent('inbox.webhooks-waiting', z.object({ subject: z.string() }))

/** A stored webhook is about money that goes back or out: a refund, a dispute, a payout. */
export const outgoingMoneyReported = defineEvent(
  'inbox.outgoing-money-reported',
  z.object({ providerEventId: z.string() }),
)
