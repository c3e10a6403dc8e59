import { razorpayWebhook } from '#contract/inbox/routes.ts'
import { type Implementation, implementForProvider } from '#server/platform/http/implement.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { receiveProviderEvent } from './service.ts'

export const inboxImplementations: Implementation[] = [
  implementForProvider(razorpayWebhook, async (db, { rawBody, headers, platform, now }) => {
    const signature = String(headers['x-razorpay-signature'] ?? '')
    await receiveProviderEvent(db, {
      rawBody,
      signature,
      // Deliveries without an id are told apart by their bytes.
      eventId: String(
        headers['x-razorpay-event-id'] ?? hashSecret(rawBody.toString('base64')).toString('hex'),
      ),
      secrets: platform.razorpay.webhookSecrets,
      now,
    })
    return { received: true as const }
  }),
]
