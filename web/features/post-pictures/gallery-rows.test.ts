import { describe, expect, it } from 'vitest'

import { gallerySpans } from './gallery-rows.ts'

describe('a gallery', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9])('of %i pictures fills all of its rows', (count) => {
    const spans = gallerySpans(count)
    expect(spans).toHaveLength(count)
    expect(spans.reduce<number>((sum, span) => sum + span, 0) % 6).toBe(0)
  })
})
