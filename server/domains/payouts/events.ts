import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A creator is to be paid somewhere else from now on. */
export const payoutDetailsChanged = defineEvent(
  'payouts.details-changed',
  z.object({ creatorId: z.string() }),
)

/** A payout was requested, arrived, failed or came back. */
export const payoutChanged = defineEvent(
  'payouts.changed',
  z.object({ payoutId: z.string(), status: z.string() }),
)
