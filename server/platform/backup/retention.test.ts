import { expect, test } from 'vitest'

import type { Base } from './folder.ts'
import { listSuperfluous } from './retention.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-31T12:00:00Z')

function baseOfDaysAgo(days: number): Base {
  const finishedAt = new Date(now.getTime() - days * DAY_MS).toISOString()
  return {
    name: `${days} days ago`,
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

function superfluous(...days: number[]): string[] {
  return listSuperfluous(days.map(baseOfDaysAgo), 14 * DAY_MS, now).map(({ name }) => name)
}

test('every moment of the last 14 days stays restorable', () => {
  expect(superfluous(16, 15, 13, 1)).toEqual(['16 days ago'])
  expect(superfluous(14, 13)).toEqual([])
  expect(superfluous(13, 1)).toEqual([])
})

test('the only one stays, however old it is', () => {
  expect(superfluous(400)).toEqual([])
  expect(superfluous(400, 399)).toEqual(['400 days ago'])
  expect(superfluous()).toEqual([])
})
