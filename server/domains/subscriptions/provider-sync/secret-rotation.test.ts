import { afterAll, beforeAll, expect, test } from 'vitest'

import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { deliverSigned } from '#server/testing/webhooks.ts'

const HOUR_MS = 3_600_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('after the secret changed, the old one works for a day of repeats and not a moment longer', async () => {
  const { razorpay } = app.platform
  const old = razorpay.webhookSecrets.current
  expect(await deliverSigned(app, 'evt_before', old)).toBe(200)
  razorpay.webhookSecrets = {
    current: 'a new secret',
    previous: { secret: old, replacedAt: app.clock.now() },
  }
  for (let hour = 0; hour < 24; hour += 1) {
    expect(await deliverSigned(app, `evt_old_${hour}`, old)).toBe(200)
    expect(await deliverSigned(app, `evt_new_${hour}`, 'a new secret')).toBe(200)
    expect(await deliverSigned(app, `evt_forged_${hour}`, 'another secret')).toBe(400)
    await app.clock.advance(app.db, HOUR_MS)
  }
  expect(await deliverSigned(app, 'evt_late', old)).toBe(400)
  expect(await deliverSigned(app, 'evt_after', 'a new secret')).toBe(200)
  const kept = await many(app.db, sql<{ id: string }>`select event_id as id from provider_events`)
  expect(kept).toHaveLength(50)
})
