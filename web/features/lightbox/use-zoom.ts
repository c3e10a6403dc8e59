import { type PointerEvent, useRef, useState } from 'react'

import { distance, FITTING, middle, moved, type Point, type Zoom, zoomedAt } from './zoom.ts'

const SWIPE_MIN_PX = 50
const DOUBLE_PRESS_SCALE = 2.5

/** Pinching, dragging and double presses on a picture; a swipe across one that fits the screen turns the page. */
export function useZoom({ onSwipe }: { onSwipe: (towards: 'left' | 'right') => void }) {
  const [zoom, setZoom] = useState<Zoom>(FITTING)
  const fingers = useRef(new Map<number, Point>())
  const start = useRef<Point | null>(null)

  function roomOf(element: Element): Point {
    return { x: element.clientWidth, y: element.clientHeight }
  }
  function pointOf(event: { clientX: number; clientY: number; currentTarget: Element }): Point {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
  }

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const [now, room] = [pointOf(event), roomOf(event.currentTarget)]
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) {
      start.current = null
      const grown = distance(now, other) / Math.max(1, distance(before, other))
      setZoom((last) => zoomedAt(last, last.scale * grown, middle(now, other), room))
    } else setZoom((last) => moved(last, { x: now.x - before.x, y: now.y - before.y }, room))
  }

  function end(event: PointerEvent) {
    const begun = start.current
    fingers.current.delete(event.pointerId)
    start.current = null
    if (!begun || zoom.scale > 1 || event.type !== 'pointerup') return
    const across = pointOf(event).x - begun.x
    if (Math.abs(across) >= SWIPE_MIN_PX) onSwipe(across < 0 ? 'left' : 'right')
  }

  return {
    zoom,
    handlers: {
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, pointOf(event))
        start.current = fingers.current.size === 1 ? pointOf(event) : null
      },
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick(event: { clientX: number; clientY: number; currentTarget: Element }) {
        const [at, room] = [pointOf(event), roomOf(event.currentTarget)]
        setZoom((last) => (last.scale > 1 ? FITTING : zoomedAt(last, DOUBLE_PRESS_SCALE, at, room)))
      },
    },
  }
}
