/** How a picture is shown: `scale` 1 fits the screen; `x` and `y` move it, in pixels, from the middle. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Point {
  x: number
  y: number
}

export const FITTING: Zoom = { scale: 1, x: 0, y: 0 }
const SCALE_MAX = 5

/** Scales around a point (from the middle of the screen), which stays where it is. */
export function zoomedAt(before: Zoom, scale: number, at: Point, room: Point): Zoom {
  const next = Math.min(SCALE_MAX, Math.max(1, scale))
  const factor = next / before.scale
  return within(
    { scale: next, x: at.x - (at.x - before.x) * factor, y: at.y - (at.y - before.y) * factor },
    room,
  )
}

/** Moves a picture, no further than its edges; `room` is the screen's size. */
export function moved({ scale, x, y }: Zoom, by: Point, room: Point): Zoom {
  return within({ scale, x: x + by.x, y: y + by.y }, room)
}

function within({ scale, x, y }: Zoom, room: Point): Zoom {
  const [maxX, maxY] = [(room.x * (scale - 1)) / 2, (room.y * (scale - 1)) / 2]
  return { scale, x: Math.min(maxX, Math.max(-maxX, x)), y: Math.min(maxY, Math.max(-maxY, y)) }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
