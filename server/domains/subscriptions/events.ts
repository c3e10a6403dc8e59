import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The first payment is in; the member has access. */
export const subscriptionActivated = defineEvent(
  'subscriptions.activated',
  z.object({ subscriptionId: z.string(), paymentId: z.string() }),
)

/** The creator stopped offering the plan; the subscription will not renew. */
export const subscriptionEnding = defineEvent(
  'subscriptions.ending',
  z.object({ subscriptionId: z.string() }),
)
