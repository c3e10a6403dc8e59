import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** The provider told us something; it is stored and waits to be applied. */
export const providerEventReceived = defineEvent(
  'payments.provider-event',
  z.object({ providerEventId: z.string() }),
)

/** Money came in and is booked. */
export const paymentCaptured = defineEvent('payments.captured', z.object({ paymentId: z.string() }))
