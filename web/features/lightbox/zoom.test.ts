import { describe, expect, it } from 'vitest'

import { FITTING, moved, zoomedAt } from './zoom.ts'

const room = { x: 400, y: 800 }

describe('a picture in the lightbox', () => {
  it('grows around the fingers', () => {
    expect(zoomedAt(FITTING, 2, { x: 100, y: 0 }, room)).toEqual({ scale: 2, x: -100, y: 0 })
    expect(zoomedAt({ scale: 2, x: -100, y: 0 }, 1, { x: 100, y: 0 }, room)).toEqual({ scale: 1, x: 0, y: 0 })
  })

  it('is never smaller than the screen nor larger than five times it', () => {
    expect(zoomedAt(FITTING, 0.2, { x: 0, y: 0 }, room).scale).toBe(1)
    expect(zoomedAt(FITTING, 50, { x: 0, y: 0 }, room).scale).toBe(5)
  })

  it('is moved no further than its edges', () => {
    expect(moved({ scale: 2, x: 0, y: 0 }, { x: 900, y: -900 }, room)).toEqual({ scale: 2, x: 200, y: -400 })
    expect(moved(FITTING, { x: 50, y: 50 }, room)).toEqual(FITTING)
  })
})
