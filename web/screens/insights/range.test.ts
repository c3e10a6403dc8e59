import { expect, it } from 'vitest'

import { rangeOf } from './insights.tsx'

it('is a range that ends today in UTC, both days included', () => {
  const now = new Date('2026-03-14T23:59:59Z')
  expect(rangeOf('month', now)).toEqual({ from: '2026-02-13', to: '2026-03-14', interval: 'day' })
  expect(rangeOf('year', now)).toEqual({ from: '2025-03-15', to: '2026-03-14', interval: 'month' })
})
