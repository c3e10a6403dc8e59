import { describe, expect, it } from 'vitest'

import { withoutTracking } from './tracking.ts'

describe('a query without tracking parameters', () => {
  it('is empty when nothing else was there', () => {
    expect(withoutTracking('')).toBe('')
    expect(withoutTracking('?utm_source=mail&utm_campaign=x&fbclid=abc')).toBe('')
  })

  it('keeps everything else, and is the same the second time', () => {
    const kept = withoutTracking('?next=%2Fasha%3Fa%3Db%20c&gclid=1&q=tea+time')
    expect(kept).toBe('?next=%2Fasha%3Fa%3Db+c&q=tea+time')
    expect(withoutTracking(kept)).toBe(kept)
  })
})
