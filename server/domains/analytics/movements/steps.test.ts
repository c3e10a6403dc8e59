import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Facts, type Standing, stepsTo } from './steps.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)

/** What may become of a membership: how long until it does, and what it is then. */
const life = fc.array(
  fc.record({
    afterMinutes: fc.integer({ min: 1, max: 60_000 }),
    twelfths: fc.integer({ min: 1, max: 1_000_000 }),
    isPaused: fc.boolean(),
    accessMinutes: fc.option(fc.integer({ min: -1000, max: 60_000 })),
    hasNewPeriod: fc.boolean(),
  }),
  { maxLength: 20 },
)

test('movements of any life sum up to what it brings, in order, and the first alone is new', () => {
  fc.assert(
    fc.property(life, (turns) => {
      let now = 0
      let standing: Standing = { twelfths: 0, countedUntil: null, lastAt: null }
      const kinds: string[] = []
      let sum = 0
      let last = 0
      for (const turn of turns) {
        now += turn.afterMinutes
        const facts: Facts = {
          twelfths: turn.twelfths,
          isPaused: turn.isPaused,
          paidFrom: turn.hasNewPeriod ? at(now) : null,
          accessEnds: turn.accessMinutes === null ? null : at(now + turn.accessMinutes),
        }
        const steps = stepsTo(standing, facts, { at: at(now), isKnown: kinds.length > 0 })
        for (const step of steps) {
          kinds.push(step.kind)
          sum += step.deltaTwelfths
          expect(sum).toBeGreaterThanOrEqual(0)
          expect(step.at.getTime()).toBeGreaterThanOrEqual(last)
          last = step.at.getTime()
          if (step.kind === 'lost') expect(sum).toBe(0)
        }
        const counts = !facts.isPaused && facts.accessEnds !== null && at(now) < facts.accessEnds
        expect(sum).toBe(counts ? facts.twelfths : 0)
        const lastAt = steps.at(-1)?.at ?? standing.lastAt
        standing = { twelfths: sum, countedUntil: sum > 0 ? facts.accessEnds : null, lastAt }
        // Following it again finds nothing more.
        expect(stepsTo(standing, facts, { at: at(now), isKnown: true })).toEqual([])
      }
      expect(kinds.filter((kind) => kind === 'new')).toHaveLength(kinds.length > 0 ? 1 : 0)
    }),
  )
})
