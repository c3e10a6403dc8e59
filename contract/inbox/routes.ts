import * as z from 'zod/mini'

import { route } from '../http/route.ts'
import { inboxFailures } from './failures.ts'

/** Read as raw bytes by the handler, because the signature covers the bytes as they were sent. */
export const razorpayWebhook = route({
  method: 'POST',
  path: '/razorpay/webhook',
  caller: 'provider',
  summary:
    'Receives an event from the payment provider: it is verified and stored, the call is answered, and a job applies it.',
  input: z.object({}),
  output: z.object({ received: z.literal(true) }),
  failures: [inboxFailures.webhook_unsigned],
})

/** The whole path, as the provider is told it. */
export const WEBHOOK_PATH = `/api${razorpayWebhook.path}`
