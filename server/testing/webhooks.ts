import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import type { TestApp } from './app-on-database.ts'

/** Sends a webhook without meaning to us, signed with the given secret; returns the status. */
export async function deliverSigned(app: TestApp, eventId: string, secret: string): Promise<number> {
  const body = JSON.stringify({ entity: 'event', event: 'settlement.processed', payload: { eventId } })
  const response = await fetch(`${app.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': hmacHex(secret, body),
      'x-razorpay-event-id': eventId,
    },
    body,
  })
  return response.status
}
