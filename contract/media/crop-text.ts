import * as z from 'zod/mini'

import type { Crop } from './crop.ts'

/** A pixel of the longest picture we take is more than this. */
const SIDE_MIN = 0.000_001
/** What writing fractions as decimals may lose. */
const TOLERANCE = 0.000_000_01
const FRACTION = /^(?:0(?:\.\d{1,12})?|1(?:\.0{1,12})?)$/

/** A crop on the wire: `left,top,width,height`, such as `0.25,0,0.5,1`. */
export const cropText = z.pipe(
  z.string().check(
    z.maxLength(80),
    z.refine((text) => cropIn(text) !== null),
  ),
  z.transform((text) => cropIn(text) ?? WHOLE),
)

const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 }

/** The crop in a text; null if there is none, or one that reaches beyond the picture. */
function cropIn(text: string): Crop | null {
  const parts = text.split(',')
  if (parts.length !== 4 || !parts.every((part) => FRACTION.test(part))) return null
  const [left = 0, top = 0, width = 0, height = 0] = parts.map(Number)
  const isInside = left + width <= 1 + TOLERANCE && top + height <= 1 + TOLERANCE
  return isInside && width >= SIDE_MIN && height >= SIDE_MIN ? { left, top, width, height } : null
}
