export interface Rung {
  name: string
  widthPx: number
  heightPx: number
  /** The most a second may take, at the rate control's peak. */
  maxKilobits: number
}

/** By the shorter side, so that a portrait video counts as much as a landscape one. */
const RUNGS = [
  { name: '240p', shortSidePx: 240, maxKilobits: 400 },
  { name: '480p', shortSidePx: 480, maxKilobits: 1200 },
  { name: '720p', shortSidePx: 720, maxKilobits: 2800 },
]

/** A picture may be at most this much larger than 16:9 of its rung; a very wide one is made lower instead. */
const AREA_TOLERANCE = 1.4

/**
 * The sizes a video is offered in: never above its own; a tiny one keeps its size. Sides are even, as H.264 requires.
 */
export function ladderFor(source: { widthPx: number; heightPx: number }): Rung[] {
  const shortSide = Math.min(source.widthPx, source.heightPx)
  const fitting = RUNGS.filter(({ shortSidePx }) => shortSidePx <= shortSide)
  const rungs = fitting.length > 0 ? fitting : RUNGS.slice(0, 1)
  return rungs.map(({ name, shortSidePx, maxKilobits }) => ({
    name,
    ...sizeWithin(source, shortSidePx),
    maxKilobits,
  }))
}

/** The size of a picture whose shorter side is at most this long: never above its own. Sides are even. */
export function sizeWithin(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  shortSidePx: number,
): { widthPx: number; heightPx: number } {
  const maxArea = ((shortSidePx * shortSidePx * 16) / 9) * AREA_TOLERANCE
  const scale = Math.min(
    1,
    shortSidePx / Math.min(widthPx, heightPx),
    Math.sqrt(maxArea / (widthPx * heightPx)),
  )
  return { widthPx: even(widthPx * scale), heightPx: even(heightPx * scale) }
}

/** The nearest even number of pixels, at least two. */
export function even(sidePx: number): number {
  return Math.max(2, Math.round(sidePx / 2) * 2)
}
