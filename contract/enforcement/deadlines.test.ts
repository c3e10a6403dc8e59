import { expect, test } from 'vitest'

import { DEADLINE_PROFILES, deadlinesFrom, profileAt, stageAt } from './deadlines.ts'

const at = (text: string) => new Date(text)

test('the rules of 20 February 2026 begin with that day, and not a second earlier', () => {
  expect(profileAt(at('2026-02-19T23:59:59Z')).name).toBe('India 2021')
  expect(profileAt(at('2026-02-20T00:00:00Z')).name).toBe('India 2026')
  // Before there was any, the oldest is better than none.
  expect(profileAt(at('2020-01-01T00:00:00Z')).name).toBe('India 2021')
})

test('the profiles are listed from the latest to the oldest', () => {
  const days = DEADLINE_PROFILES.map(({ from }) => from)
  expect(days).toEqual(days.toSorted().toReversed())
})

test.each([
  ['ordinary', '2026-12-08T10:00:00.000Z'],
  ['listed', '2026-12-02T22:00:00.000Z'],
  ['order', '2026-12-01T13:00:00.000Z'],
  ['intimate', '2026-12-01T12:00:00.000Z'],
] as const)('a case that is %s is decided by %s', (urgency, dueAt) => {
  const { acknowledgeDueAt, dueAt: due } = deadlinesFrom(at('2026-12-01T10:00:00Z'), urgency)
  expect(due.toISOString()).toBe(dueAt)
  expect(acknowledgeDueAt.toISOString()).toBe('2026-12-02T10:00:00.000Z')
})

test('alarms come at half, at four fifths and at the end', () => {
  const [opened, due] = [at('2026-12-01T10:00:00Z'), at('2026-12-01T12:00:00Z')]
  expect(stageAt(opened, due, 50).toISOString()).toBe('2026-12-01T11:00:00.000Z')
  expect(stageAt(opened, due, 80).toISOString()).toBe('2026-12-01T11:36:00.000Z')
  expect(stageAt(opened, due, 100)).toEqual(due)
})
