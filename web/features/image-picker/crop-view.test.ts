import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { BANNER_IMAGE_SIZE, PROFILE_IMAGE_SIZE } from '#contract/media/picture-sizes.ts'

import { cropOf, dragged, isSmall, type Size, type View, WHOLE_VIEW, zoomed, zoomMax } from './crop-view.ts'

const SQUARE = PROFILE_IMAGE_SIZE
const BANNER = BANNER_IMAGE_SIZE

const side = fc.integer({ min: 1, max: 12_000 })
const picture = fc.record({ widthPx: side, heightPx: side })
const shape = fc.constantFrom<Size>(SQUARE, BANNER, { widthPx: 300, heightPx: 500 })
const far = fc.double({ min: -3, max: 3, noNaN: true })
const act = fc.oneof(
  fc.record({ kind: fc.constant('drag' as const), x: far, y: far }),
  fc.record({
    kind: fc.constant('zoom' as const),
    to: fc.double({ min: 0.1, max: 20, noNaN: true }),
    x: far,
    y: far,
  }),
)

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/**
 * The same told as a photo on a table: a sheet of paper, scaled and shifted in pixels under a frame whose middle is the
 * origin, whose edges may not be uncovered.
 */
function onTheTable(frame: Size, sheet: Size, acts: readonly Act[]) {
  const smallest = Math.max(frame.widthPx / sheet.widthPx, frame.heightPx / sheet.heightPx)
  const largest = Math.min(smallest * 8, Math.max(smallest, 2))
  let [scale, x, y] = [smallest, 0, 0]
  for (const each of acts) {
    if (each.kind === 'drag') [x, y] = [x + each.x * frame.widthPx, y + each.y * frame.heightPx]
    else {
      const next = Math.min(largest, Math.max(smallest, smallest * each.to))
      const [px, py] = [each.x * frame.widthPx, each.y * frame.heightPx]
      ;[x, y] = [px - ((px - x) * next) / scale, py - ((py - y) * next) / scale]
      scale = next
    }
    const [roomX, roomY] = [
      (sheet.widthPx * scale - frame.widthPx) / 2,
      (sheet.heightPx * scale - frame.heightPx) / 2,
    ]
    x = Math.min(roomX, Math.max(-roomX, x))
    y = Math.min(roomY, Math.max(-roomY, y))
  }
  /** The pixel of the sheet under a point of the frame. */
  return (fx: number, fy: number) => ({
    x: (fx - x) / scale + sheet.widthPx / 2,
    y: (fy - y) / scale + sheet.heightPx / 2,
  })
}

describe('the part of a picture in the frame', () => {
  it('is what a sheet moved and magnified under a frame would show', () => {
    fc.assert(
      fc.property(picture, shape, fc.array(act, { maxLength: 12 }), (sheet, frame, acts) => {
        let view: View = WHOLE_VIEW
        for (const each of acts)
          view =
            each.kind === 'drag'
              ? dragged(view, each, sheet, frame)
              : zoomed(view, each.to, each, sheet, frame)
        const crop = cropOf(view, sheet, frame)
        const under = onTheTable(frame, sheet, acts)
        const [from, to] = [
          under(-frame.widthPx / 2, -frame.heightPx / 2),
          under(frame.widthPx / 2, frame.heightPx / 2),
        ]
        expect(crop.left).toBeCloseTo(from.x / sheet.widthPx, 6)
        expect(crop.top).toBeCloseTo(from.y / sheet.heightPx, 6)
        expect(crop.left + crop.width).toBeCloseTo(to.x / sheet.widthPx, 6)
        expect(crop.top + crop.height).toBeCloseTo(to.y / sheet.heightPx, 6)
      }),
    )
  })

  it('has the shape of the frame, and never reaches beyond the picture', () => {
    fc.assert(
      fc.property(picture, shape, fc.array(act, { maxLength: 6 }), (sheet, frame, acts) => {
        let view: View = WHOLE_VIEW
        for (const each of acts)
          view =
            each.kind === 'drag'
              ? dragged(view, each, sheet, frame)
              : zoomed(view, each.to, each, sheet, frame)
        const { left, top, width, height } = cropOf(view, sheet, frame)
        expect((width * sheet.widthPx) / (height * sheet.heightPx)).toBeCloseTo(
          frame.widthPx / frame.heightPx,
          6,
        )
        for (const edge of [left, top, 1 - left - width, 1 - top - height])
          expect(edge).toBeGreaterThan(-1e-9)
      }),
    )
  })

  it('is the middle as long as nobody chooses', () => {
    expect(cropOf(WHOLE_VIEW, { widthPx: 400, heightPx: 100 }, SQUARE)).toEqual({
      left: 0.375,
      top: 0,
      width: 0.25,
      height: 1,
    })
  })

  it('is never so small that its pixels show', () => {
    expect(zoomMax({ widthPx: 8000, heightPx: 8000 }, SQUARE)).toBe(8)
    expect(zoomMax({ widthPx: 512, heightPx: 900 }, SQUARE)).toBe(4)
    expect(zoomMax({ widthPx: 100, heightPx: 100 }, SQUARE)).toBe(1)
    expect(isSmall({ widthPx: 100, heightPx: 100 }, SQUARE)).toBe(true)
    expect(isSmall({ widthPx: 128, heightPx: 128 }, SQUARE)).toBe(false)
    expect(isSmall({ widthPx: 1120, heightPx: 279 }, BANNER)).toBe(true)
  })
})
