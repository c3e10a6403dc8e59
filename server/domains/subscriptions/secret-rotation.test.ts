import { afterAll, beforeAll, expect, test } from 'vitest'

import { many, sql } from '#server/platform/db/query.ts'
import { hmacHex } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function deliver(secret: string, eventId: string): Promise<number> {
  const body = JSON.stringify({ entity: 'event', event: 'settlement.processed', payload: {} })
  const response = await fetch(`${app.baseUrl}/api/razorpay/webhook`, {
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

test('after the secret changed, the old one holds for a day of repeats and not a moment longer', async () => {
  const { razorpay } = app.platform
  const old = razorpay.webhookSecrets.current
  expect(await deliver(old, 'evt_before')).toBe(200)
  razorpay.webhookSecrets = {
    current: 'a new secret',
    previous: { secret: old, replacedAt: app.clock.now() },
  }
  for (let hour = 0; hour < 24; hour += 1) {
    expect(await deliver(old, `evt_old_${hour}`)).toBe(200)
    expect(await deliver('a new secret', `evt_new_${hour}`)).toBe(200)
    expect(await deliver('another secret', `evt_forged_${hour}`)).toBe(400)
    await app.clock.advance(app.db, HOUR_MS)
  }
  expect(await deliver(old, 'evt_late')).toBe(400)
  expect(await deliver('a new secret', 'evt_after')).toBe(200)
  const kept = await many(app.db, sql<{ id: string }>`select event_id as id from provider_events`)
  expect(kept).toHaveLength(50)
})
