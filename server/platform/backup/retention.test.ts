import { afterEach, expect, test } from 'vitest'

import type { Base } from './folder.ts'
import { planRetention, type Retention } from './retention.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-31T12:00:00Z')
const ZONE = process.env['TZ']

afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ']
  else process.env['TZ'] = ZONE
})

function baseAt(finishedAt: string): Base {
  return {
    name: finishedAt,
    facts: {
      startedAt: finishedAt,
      finishedAt,
      timeline: 1,
      startLsn: '0/1000000',
      endLsn: '0/1000100',
      segmentBytes: 16_777_216,
      majorVersion: 18,
      database: 'cheers',
      superuser: 'cheers',
      tarBytes: 0,
    },
  }
}

function plan(moments: readonly string[], retention: Partial<Retention>, at = now) {
  const { followed, standalone, superfluous } = planRetention(
    moments.map(baseAt),
    { keepMs: 14 * DAY_MS, weeks: 0, months: 0, ...retention },
    at,
  )
  const namesOf = (bases: readonly Base[]) => bases.map(({ name }) => name)
  return {
    followed: namesOf(followed),
    standalone: namesOf(standalone),
    superfluous: namesOf(superfluous),
  }
}

function dropped(...daysAgo: number[]): number[] {
  const moments = daysAgo.map((days) => new Date(now.getTime() - days * DAY_MS).toISOString())
  return plan(moments, {}).superfluous.map((moment) => (now.getTime() - Date.parse(moment)) / DAY_MS)
}

test('every moment of the last 14 days stays restorable', () => {
  expect(dropped(16, 15, 13, 1)).toEqual([16])
  expect(dropped(14, 13)).toEqual([])
  expect(dropped(13, 1)).toEqual([])
})

test('the only one stays, however old it is', () => {
  expect(dropped(400)).toEqual([])
  expect(dropped(400, 399)).toEqual([400])
  expect(dropped()).toEqual([])
})

test('of earlier weeks, which begin on Mondays, and months the last base stays', () => {
  const moments = [
    '2026-01-30T03:00:00.000Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
    '2026-03-08T03:00:00.000Z',
    '2026-03-30T03:00:00.000Z',
  ]
  expect(plan(moments, { weeks: 3, months: 3 })).toEqual({
    followed: ['2026-03-08T03:00:00.000Z', '2026-03-30T03:00:00.000Z'],
    standalone: ['2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z', '2026-03-01T23:59:59.999Z'],
    superfluous: ['2026-01-30T03:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  })
})

test('a year without backups, or a clock that ran ahead, takes no week and no month', () => {
  const moments = ['2024-11-30', '2024-12-31', '2025-01-31', '2025-02-28'].map(
    (day) => `${day}T03:00:00.000Z`,
  )
  expect(plan([...moments, '2026-03-31T03:00:00.000Z'], { months: 5 }).superfluous).toEqual([])
  const afterAll = new Date('2032-01-01T00:00:00Z')
  expect(plan(moments, { months: 12 }, afterAll).superfluous).toEqual([])
})

/** Monday is the first day, and none of it is computed as the code does. */
function periodsOf(day: Date): { week: string; month: string } {
  const monday = new Date(day)
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1)
  return { week: monday.toISOString().slice(0, 10), month: day.toISOString().slice(0, 7) }
}

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'])(
  'day by day for three years with a machine in %s, nothing that should be kept is dropped',
  (zone) => {
    process.env['TZ'] = zone
    const retention = { keepMs: 7 * DAY_MS, weeks: 4, months: 12 }
    let bases: Base[] = []
    const wrong: string[] = []
    const begun = new Date(2027, 0, 1, 2, 30).getTime()
    const made = { week: new Set<string>(), month: new Set<string>() }
    const lasting = { week: [] as string[], month: [] as string[] }
    // By the wall clock of the zone, so that a day has 23 or 25 hours when its clocks change; over a leap day.
    for (let day = 0; day < 3 * 365; day += 1) {
      const at = new Date(2027, 0, 1 + day, 2, 30)
      bases.push(baseAt(at.toISOString()))
      const { followed, standalone } = planRetention(bases, retention, at)
      bases = [...standalone, ...followed]
      const say = (problem: string) => wrong.push(`${at.toISOString()}: ${problem}`)

      const anyMomentSince = Date.parse(followed[0]?.facts.finishedAt ?? '')
      if (!(anyMomentSince <= Math.max(at.getTime() - retention.keepMs, begun))) say('too short')
      // Nine days, and at most three weeks and eleven months before them.
      if (bases.length > 9 + 3 + 11) say(`${bases.length} bases`)
      const kept = bases.map(({ facts }) => periodsOf(new Date(facts.finishedAt)))
      const tomorrow = periodsOf(new Date(at.getTime() + DAY_MS))
      for (const [kind, count] of [
        ['week', 4],
        ['month', 12],
      ] as const) {
        made[kind].add(periodsOf(at)[kind])
        for (const period of [...made[kind]].slice(-count))
          if (!kept.some((moment) => moment[kind] === period)) say(`${kind} of ${period} is lost`)
        // The last day of a period is one that stays.
        if (periodsOf(at)[kind] !== tomorrow[kind]) lasting[kind].push(at.toISOString())
        const names = new Set(bases.map(({ name }) => name))
        for (const name of lasting[kind].slice(-count + 1)) if (!names.has(name)) say(`${name} is lost`)
      }
    }
    expect(wrong).toEqual([])
  },
)
