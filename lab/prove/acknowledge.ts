import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { hmacHex } from '#server/platform/secrets.ts'

/** The provider fails a delivery after five seconds; ours must stay far below that. */
export const ACK_P99_MS = 250
export const ACK_MAX_MS = 5000

export function randomId(): string {
  return randomBytes(7).toString('hex')
}

/** A captured charge of one period as in `subscription.charged`; `end` in unix seconds. */
export function chargedBody(subscriptionId: string, paymentId: string, end: number): Buffer {
  const subscription = {
    id: subscriptionId,
    plan_id: 'plan_0',
    status: 'active',
    current_end: end,
    paid_count: 2,
  }
  return Buffer.from(
    JSON.stringify({
      entity: 'event',
      event: 'subscription.charged',
      payload: { subscription: { entity: subscription }, payment: { entity: paymentOf(paymentId, end) } },
    }),
  )
}

/** That charge's payment. */
export function paymentOf(id: string, end: number) {
  return { id, amount: 999, currency: 'USD', status: 'captured', created_at: end - 100 }
}

/** Sends webhooks at a steady rate, each timed from when it was due, so a lagging server gets no discount. In ms. */
export async function acknowledge(
  target: { url: string; secret: string },
  { ratePerSecond, count }: { ratePerSecond: number; count: number },
  bodyOf: (index: number) => Buffer,
): Promise<number[]> {
  const times: number[] = []
  const startedMs = performance.now()
  const waiting: Promise<void>[] = []
  async function send(index: number, dueMs: number): Promise<void> {
    const body = bodyOf(index)
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': hmacHex(target.secret, body),
        'x-razorpay-event-id': `evt_${randomId()}`,
      },
      body,
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A webhook was answered with ${response.status}`)
    times.push(performance.now() - dueMs)
  }
  for (let index = 0; index < count; index += 1) {
    const dueMs = startedMs + (index * 1000) / ratePerSecond
    const early = dueMs - performance.now()
    if (early > 1) await sleep(early)
    waiting.push(send(index, dueMs))
  }
  await Promise.all(waiting)
  return times
}

/** How soon the given share of them was acknowledged, in ms; 1: the last one. */
export function acknowledgedWithin(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

/** Reports how soon webhooks were acknowledged; answers whether that was soon enough. */
export function reportAcknowledgements(times: readonly number[], ratePerSecond: number): boolean {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => acknowledgedWithin(times, share))
  console.log(
    `${times.length} webhooks at ${ratePerSecond} a second, no worker: p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms, max ${max?.toFixed(0)} ms.`,
  )
  return (p99 ?? 0) < ACK_P99_MS && (max ?? 0) < ACK_MAX_MS
}
