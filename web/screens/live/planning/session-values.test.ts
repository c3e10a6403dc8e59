import { expect, test } from 'vitest'

import { newValues, type SessionValues, valuesAgain } from './session-values.ts'

const OPEN = { isExact: false, fromAt: null, untilAt: null } as const
const NOW = new Date(2026, 10, 26, 22, 0)

function aSession(given: Partial<SessionValues>): SessionValues {
  return { ...newValues(NOW), title: 'Ask me about glazes', text: 'Test tiles on the table.', ...given }
}

test('a session that was missed is planned again with its words, at its hour of its weekday', () => {
  const missed = aSession({ startsAt: new Date(2026, 10, 26, 19, 30).toISOString(), questions: 'moderated' })
  const again = valuesAgain(missed, [], NOW)
  expect(again).toEqual({ ...missed, startsAt: new Date(2026, 11, 3, 19, 30).toISOString() })
})

test('a session missed long ago is never planned for the past, nor for the same day', () => {
  const startsAt = new Date(2026, 2, 5, 19, 30).toISOString()
  const again = new Date(valuesAgain(aSession({ startsAt }), [], NOW).startsAt)
  expect(again.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(86_400_000)
  expect(again.getTime() - NOW.getTime()).toBeLessThan(8 * 86_400_000)
  expect([again.getDay(), again.getHours(), again.getMinutes()]).toEqual([4, 19, 30])
})

test('its audience comes along, without plans that are gone and steps that are over', () => {
  const audience: SessionValues['audience'] = [
    { ...OPEN, reach: 'plans', planIds: ['tipsy', 'gone'] },
    { ...OPEN, reach: 'plans', planIds: ['gone'] },
    { ...OPEN, reach: 'followers', planIds: [], fromAt: new Date(2026, 10, 20).toISOString() },
    { ...OPEN, reach: 'everyone', planIds: [], untilAt: new Date(2026, 10, 26, 21).toISOString() },
  ]
  expect(valuesAgain(aSession({ audience }), ['tipsy'], NOW).audience).toEqual([
    { ...OPEN, reach: 'plans', planIds: ['tipsy'] },
    { ...OPEN, reach: 'followers', planIds: [] },
  ])
})

test('where nothing of its audience is left, it is for members, as a new session is', () => {
  const audience: SessionValues['audience'] = [{ ...OPEN, reach: 'plans', planIds: ['gone'] }]
  expect(valuesAgain(aSession({ audience }), ['tipsy'], NOW).audience).toEqual(newValues(NOW).audience)
  expect(valuesAgain(aSession({ audience }), null, NOW).audience).toEqual(audience)
})
