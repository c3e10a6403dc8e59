import { setTimeout as sleep } from 'node:timers/promises'

import type { DeliveryAttempt, WebhookEvent } from '../core/state.ts'
import { hmacHex } from './signature.ts'

/** A receiver that takes longer counts as failed. */
const TIMEOUT_MS = 5000

/** Posts one event once. Never throws: the attempt holds the outcome. */
export async function attemptDelivery(
  url: string,
  event: WebhookEvent,
  delayMs: number,
  now: () => number,
): Promise<DeliveryAttempt> {
  if (delayMs > 0) await sleep(delayMs)
  const startedAt = performance.now()
  let status: number | null = null
  let error: string | null = null
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': event.id,
        'x-razorpay-signature': hmacHex(event.secret, event.body),
      },
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = response.status
    await response.body?.cancel()
  } catch (failure) {
    error = describe(failure)
  }
  return { at: now(), status, error, durationMs: Math.round(performance.now() - startedAt) }
}

function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS} ms`
  return failure.cause instanceof Error ? failure.cause.message : failure.message
}
