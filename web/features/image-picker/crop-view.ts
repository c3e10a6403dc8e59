import type { Crop } from '#contract/media/crop.ts'

/* The arithmetic of choosing a part of a picture: what is in the frame is what is kept. */

export interface Size {
  widthPx: number
  heightPx: number
}

/** What is in the frame: at `zoom` 1 as much of the picture as fills it; `x` and `y` are the middle, in fractions. */
export interface View {
  zoom: number
  x: number
  y: number
}

/** A distance in fractions of the frame's width and height. */
interface Step {
  x: number
  y: number
}

/** The middle of the picture, filling the frame: what is kept when nobody chooses. */
export const WHOLE_VIEW: View = { zoom: 1, x: 0.5, y: 0.5 }

const ZOOM_MAX = 8
/** How much larger than it is a picture may be made by choosing a small part of it. */
const ENLARGED_MAX = 2

/** The part of the picture in the frame, in fractions of the picture. */
export function cropOf(view: View, picture: Size, shape: Size): Crop {
  const { width, height } = partOf(view.zoom, picture, shape)
  return { left: view.x - width / 2, top: view.y - height / 2, width, height }
}

function partOf(zoom: number, picture: Size, shape: Size): { width: number; height: number } {
  const ratio = picture.widthPx / picture.heightPx / (shape.widthPx / shape.heightPx)
  return { width: Math.min(1, 1 / ratio) / zoom, height: Math.min(1, ratio) / zoom }
}

/** How many pixels each pixel of the picture becomes when it fills the frame. */
function enlargement(picture: Size, shape: Size): number {
  return shape.widthPx / (partOf(1, picture, shape).width * picture.widthPx)
}

/** How far one may zoom in: less into small pictures, which would look blurred, and not at all into tiny ones. */
export function zoomMax(picture: Size, shape: Size): number {
  return Math.min(ZOOM_MAX, Math.max(1, ENLARGED_MAX / enlargement(picture, shape)))
}

/** Whether a picture is too small to look sharp even when all of it is kept. */
export function isSmall(picture: Size, shape: Size): boolean {
  return enlargement(picture, shape) > ENLARGED_MAX
}

/** The picture dragged by a distance; it never leaves a part of the frame empty. */
export function dragged(view: View, by: Step, picture: Size, shape: Size): View {
  const { width, height } = partOf(view.zoom, picture, shape)
  return within({ ...view, x: view.x - by.x * width, y: view.y - by.y * height }, picture, shape)
}

/** Zoomed around a point of the frame, measured from its middle; that point of the picture stays there. */
export function zoomed(view: View, zoom: number, at: Step, picture: Size, shape: Size): View {
  const next = Math.min(zoomMax(picture, shape), Math.max(1, zoom))
  const [before, after] = [partOf(view.zoom, picture, shape), partOf(next, picture, shape)]
  const x = view.x + at.x * (before.width - after.width)
  const y = view.y + at.y * (before.height - after.height)
  return within({ zoom: next, x, y }, picture, shape)
}

function within({ zoom, x, y }: View, picture: Size, shape: Size): View {
  const { width, height } = partOf(zoom, picture, shape)
  return { zoom, x: clamp(x, width / 2), y: clamp(y, height / 2) }
}

function clamp(middle: number, half: number): number {
  return Math.min(1 - half, Math.max(half, middle))
}
