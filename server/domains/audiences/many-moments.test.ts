import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { keepAudience, type StepOnWire } from './service.ts'
import { lookForMoments } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('more steps at one moment than fit into a batch are all announced', async () => {
  const { id: creatorId } = await aCreator(app.db, (await aUser(app.db)).id)
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
  const everyone: StepOnWire = {
    reach: 'everyone',
    planIds: [],
    isExact: false,
    fromAt: null,
    untilAt: null,
  }
  const ids = new Set<string>()
  for (let at = 0; at < 230; at += 1) {
    const steps = [
      { ...everyone, fromAt: inDays(1) },
      { ...everyone, untilAt: inDays(9 + at) },
    ]
    ids.add(await keepAudience(app.db, creatorId, steps, app.clock.now()))
  }
  await app.clock.advance(app.db, DAY_MS + 60_000)
  await lookForMoments(app.db)
  await app.drain()
  const opened = await many(
    app.db,
    sql<{ id: string }>`select payload->>'audienceId' as id from events where name = 'audiences.step-opened'`,
  )
  expect(opened.filter(({ id }) => ids.has(id))).toHaveLength(230)
})
