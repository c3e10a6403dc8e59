import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { keepAudience, type StepOnWire } from './service.ts'
import { lookForMoments } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
})

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
const everyone = (given: Partial<StepOnWire>): StepOnWire => ({
  reach: 'everyone',
  planIds: [],
  isExact: false,
  fromAt: null,
  untilAt: null,
  ...given,
})
const keep = (steps: StepOnWire[]) => keepAudience(app.db, creatorId, steps, app.clock.now())

async function look() {
  await lookForMoments(app.db)
  await app.drain()
}

/** The audiences of which a step was announced to have opened. */
async function opened(): Promise<string[]> {
  const rows = await many(
    app.db,
    sql<{ id: string }>`select payload->>'audienceId' as id from events where name = 'audiences.step-opened'
      order by occurred_at, payload->>'audienceId'`,
  )
  return rows.map(({ id }) => id)
}

async function waiting(audienceId: string): Promise<boolean[]> {
  const rows = await many(
    app.db,
    sql<{ isOpening: boolean }>`select is_opening as "isOpening" from audience_moments
      where audience_id = ${audienceId} order by at`,
  )
  return rows.map(({ isOpening }) => isOpening)
}

test('a step that begins is announced once, however many servers look; one that ends is not', async () => {
  const id = await keep([everyone({ fromAt: inDays(2), untilAt: inDays(4) })])
  expect(await waiting(id)).toEqual([true, false])
  await look()
  expect(await waiting(id)).toEqual([true, false])
  await app.clock.advance(app.db, 2 * DAY_MS)
  for (let server = 0; server < 4; server += 1) await lookForMoments(app.db)
  await app.drain(4)
  expect([await waiting(id), (await opened()).filter((of) => of === id)]).toEqual([[false], [id]])
  await app.clock.advance(app.db, 2 * DAY_MS)
  await look()
  expect([await waiting(id), (await opened()).filter((of) => of === id)]).toEqual([[], [id]])
})

test('posts that share an audience share its moments, and steps that are over have none', async () => {
  const steps = [everyone({ fromAt: inDays(1) })]
  const id = await keep(steps)
  expect(await keep(steps)).toBe(id)
  expect(await waiting(id)).toEqual([true])
  const over = await keep([everyone({ fromAt: inDays(-3), untilAt: inDays(-1) })])
  expect(await waiting(over)).toEqual([])
})
