import { afterAll, beforeAll, expect, test } from 'vitest'

import { summarize } from '#server/domains/analytics/days/summary.ts'

import { startTestApp, type TestApp } from '../test-app.ts'
import { liveMovements } from './movement-lives-testing.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const LIVES = figureOf('PROVE_MOVEMENT_LIVES', 60)
const DAYS = 200
const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test(
  `movements sum up to what memberships bring, on every day of ${LIVES} lives (seed ${PROOF_SEED})`,
  async () => {
    const lives = await liveMovements(app, { lives: LIVES, days: DAYS, random: seeded(PROOF_SEED) })
    const counted = await lives.counted()
    const dayName = (day: number) => new Date(lives.begin.getTime() + day * DAY_MS).toISOString().slice(0, 10)
    for (let day = 0; day < DAYS; day += 1) {
      const upTo = counted.findLast(({ day: name }) => name <= dayName(day))
      const expected = { day: dayName(day), twelfths: lives.incomeAt(day), members: lives.membersAt(day) }
      expect({ day: dayName(day), twelfths: upTo?.twelfths ?? 0, members: upTo?.members ?? 0 }).toEqual(
        expected,
      )
    }

    // The same in the answers: each stretch begins where the one before it ended.
    const range = { from: dayName(0), to: dayName(DAYS - 1) }
    const of = { creatorId: lives.creatorId, currency: 'USD' }
    for (const interval of ['day', 'week', 'month'] as const) {
      const { points, total } = await summarize(app.db, of, { range, interval, now: new Date() })
      let end = 0
      for (const { mrr, members } of points) {
        expect(mrr.start).toBe(end)
        end = mrr.end
        expect(members.end).toBe(members.start + members.new + members.returned - members.lost)
      }
      expect(total.mrr.end).toBe(end)
      expect(total.mrr.end).toBe(Math.round(lives.incomeAt(DAYS - 1) / 12) / 100)
    }
    report('insights', { lives: LIVES, days: DAYS, movementDays: counted.length })
  },
  60_000 + LIVES * 1500,
)
