import { expect, test } from 'vitest'

import { planTone } from './subscription-row.tsx'

test.each([
  ['free', 'green'],
  ['buzzed', 'green'],
  ['tipsy', 'blue'],
  ['drunk', 'purple'],
  ['first firing', 'grey'],
])('a plan in the list of subscriptions has the colour of its name: %s is %s', (tier, tone) => {
  expect(planTone(tier)).toBe(tone)
})
