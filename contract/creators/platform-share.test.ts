import { expect, it } from 'vitest'

import { SUPPORT_TIERS } from '../site/support-tiers.ts'
import { keptCents } from './platform-share.ts'

it('of $10 a creator keeps what the platform plan leaves', () => {
  expect(SUPPORT_TIERS.map(({ percent }) => keptCents(1000, percent))).toEqual([950, 900, 750])
})

it('the platform’s share is rounded half up, and the rest is the creator’s', () => {
  expect(keptCents(999, 5)).toBe(949)
  expect(keptCents(500, 2.5)).toBe(487)
  expect(keptCents(0, 25)).toBe(0)
})
