import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { createMovableClock, machineClock } from './clock.ts'
import { one, run, sql } from './db/query.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the clock of a story', () => {
  test('begins in the past, once, and reaches the present by moving forward', async () => {
    const clock = createMovableClock()
    await clock.beginEarlier(app.db, 2 * DAY_MS)
    expect(clock.offsetMs()).toBe(-2 * DAY_MS)
    await expect(clock.beginEarlier(app.db, DAY_MS)).rejects.toThrow('duplicate key')
    await clock.advance(app.db, 2 * DAY_MS)
    expect(clock.offsetMs()).toBe(0)
  })
})

describe('the development clock', () => {
  test('moves forward, and another process reads the same time', async () => {
    const clock = createMovableClock()
    const before = Date.now()
    const moved = await clock.advance(app.db, 3 * DAY_MS)
    expect(moved.getTime()).toBeGreaterThanOrEqual(before + 3 * DAY_MS)
    await clock.advance(app.db, DAY_MS)
    const another = createMovableClock()
    expect(another.offsetMs()).toBe(0)
    await another.load(app.db)
    expect(another.offsetMs()).toBe(4 * DAY_MS)
    const [earliest, shown, latest] = [clock.now(), another.now(), clock.now()].map((time) => time.getTime())
    expect(shown).toBeGreaterThanOrEqual(earliest ?? Infinity)
    expect(shown).toBeLessThanOrEqual(latest ?? 0)
  })

  test.each([-1, Number.NaN, -DAY_MS])('never moves by %d', async (byMs) => {
    const clock = createMovableClock()
    await clock.load(app.db)
    const before = clock.offsetMs()
    await expect(clock.advance(app.db, byMs)).rejects.toThrow(RangeError)
    await clock.load(app.db)
    expect(clock.offsetMs()).toBe(before)
  })

  test('brings along jobs that wait for a later hour', async () => {
    await run(app.db, sql`insert into jobs (name, run_at) values ('test.later', now() + interval '2 days')`)
    const isDue = () =>
      one(
        app.db,
        sql<{ isDue: boolean }>`select run_at <= now() as "isDue" from jobs where name = 'test.later'`,
      )
    const clock = createMovableClock()
    await clock.advance(app.db, DAY_MS)
    expect(await isDue()).toEqual({ isDue: false })
    await clock.advance(app.db, DAY_MS + 60_000)
    expect(await isDue()).toEqual({ isDue: true })
  })
})

describe("the machine's clock", () => {
  test('cannot be moved', () => {
    expect(machineClock.offsetMs()).toBe(0)
    expect(machineClock).not.toHaveProperty('advance')
    const earliest = Date.now()
    const shown = machineClock.now().getTime()
    expect(shown).toBeGreaterThanOrEqual(earliest)
    expect(shown).toBeLessThanOrEqual(Date.now())
  })
})
