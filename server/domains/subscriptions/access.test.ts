import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { GRACE_DAYS } from '#contract/site/policy.ts'
import { subscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { accessEnd, type AccessFacts, hasAccess, hasAccessSql } from './access.ts'

const DAY_MS = 86_400_000
const STATUSES = subscriptionStatus.options
const NOW = new Date('2026-03-29T00:30:00.000Z')

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function facts(given: Partial<AccessFacts>): AccessFacts {
  return { status: 'active', cancelAtPeriodEnd: false, accessUntil: NOW, ...given }
}

describe('a member keeps access', () => {
  const inADay = new Date(NOW.getTime() + DAY_MS)
  const aDayAgo = new Date(NOW.getTime() - DAY_MS)
  const beforeGrace = new Date(NOW.getTime() - GRACE_DAYS * DAY_MS)

  test('to the end of the paid time, whatever happens to the subscription', () => {
    for (const status of STATUSES)
      for (const cancelAtPeriodEnd of [true, false])
        expect(hasAccess(facts({ status, cancelAtPeriodEnd, accessUntil: inADay }), NOW)).toBe(true)
  })

  test('for seven more days while a renewal is late, and not a moment longer', () => {
    for (const status of ['active', 'past_due'] as const) {
      const late = facts({ status, accessUntil: beforeGrace })
      expect(accessEnd(late)).toEqual(NOW)
      expect(hasAccess(late, new Date(NOW.getTime() - 1))).toBe(true)
      expect(hasAccess(late, NOW)).toBe(false)
    }
  })

  test('not beyond the paid time once it will not renew', () => {
    expect(hasAccess(facts({ cancelAtPeriodEnd: true, accessUntil: aDayAgo }), NOW)).toBe(false)
    for (const status of ['pending', 'paused', 'canceled', 'expired', 'failed'] as const)
      expect(hasAccess(facts({ status, accessUntil: aDayAgo }), NOW)).toBe(false)
  })

  test('never before anything was paid', () => {
    for (const status of STATUSES) expect(hasAccess(facts({ status, accessUntil: null }), NOW)).toBe(false)
  })
})

describe('the rule and its SQL twin', () => {
  /** Around the moments when the answer changes, and anywhere within a year. */
  const offsetMs = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(0, -GRACE_DAYS * DAY_MS, -DAY_MS),
        fc.integer({ min: -3_700_000, max: 3_700_000 }),
      )
      .map(([near, by]) => near + by),
    fc
      .tuple(fc.constantFrom(0, -GRACE_DAYS * DAY_MS), fc.constantFrom(-1, 0, 1))
      .map(([near, by]) => near + by),
    fc.integer({ min: -200 * DAY_MS, max: 200 * DAY_MS }),
  )
  const subscription = fc.record({
    status: fc.constantFrom(...STATUSES),
    cancelAtPeriodEnd: fc.boolean(),
    offsetMs: fc.option(offsetMs, { nil: null }),
  })
  const anyMoment = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  /** In the weeks when Berlin or New York put their clocks forward or back. */
  const clockChange = fc
    .tuple(
      fc.constantFrom(
        '2026-03-29T01:00:00Z',
        '2026-10-25T01:00:00Z',
        '2026-03-08T07:00:00Z',
        '2026-11-01T06:00:00Z',
      ),
      fc.integer({ min: -8 * DAY_MS, max: 8 * DAY_MS }),
    )
    .map(([change, by]) => new Date(new Date(change).getTime() + by))
  const moment = fc.oneof(anyMoment, clockChange)

  function lateRenewal(
    now: string,
  ): [Date, { status: 'past_due'; cancelAtPeriodEnd: false; offsetMs: number }[]] {
    const offsets = [-3_599_000, -1, 0, 1, 3_599_000].map((by) => by - GRACE_DAYS * DAY_MS)
    return [
      new Date(now),
      offsets.map((each) => ({ status: 'past_due', cancelAtPeriodEnd: false, offsetMs: each })),
    ]
  }

  test.each(['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York'])(
    'agree on every subscription, with a database that lives in %s',
    async (zone) => {
      await app.platform.database.db.transaction().execute(async (db) => {
        await run(db, sql`set local time zone ${sql.lit(zone)}`)
        await fc.assert(
          fc.asyncProperty(
            moment,
            fc.array(subscription, { minLength: 1, maxLength: 60, size: 'max' }),
            async (now, rows) => {
              const cases = rows.map((row): AccessFacts => ({
                ...row,
                accessUntil: row.offsetMs === null ? null : new Date(now.getTime() + row.offsetMs),
              }))
              const answered = await many(
                db,
                sql<{ hasAccess: boolean }>`select ${hasAccessSql(now)} as "hasAccess"
                from unnest(${cases.map(({ status }) => status)}::text[],
                  ${cases.map(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)}::boolean[],
                  ${cases.map(({ accessUntil }) => accessUntil?.toISOString() ?? null)}::timestamptz[])
                  with ordinality as s(status, cancel_at_period_end, access_until, position)
                order by s.position`,
              )
              expect(answered.map(({ hasAccess: answer }) => answer)).toEqual(
                cases.map((each) => hasAccess(each, now)),
              )
            },
          ),
          // Seven days later, with a clock change in New York and Berlin in between.
          { numRuns: 60, examples: ['2026-03-15T10:30Z', '2026-04-01T10:30Z'].map(lateRenewal) },
        )
      })
    },
  )
})
