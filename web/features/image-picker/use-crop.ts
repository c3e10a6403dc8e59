import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { dragged, type Size, type View, WHOLE_VIEW, zoomed } from './crop-view.ts'

/** One press of an arrow key, in fractions of the frame; with Shift five times as far. */
const KEY_STEP = 0.02
const KEY_ZOOM = 1.1
/** A notch of a wheel is about 100 px. */
const WHEEL_ZOOM_PER_PX = 1.0015

interface Point {
  x: number
  y: number
}

/** What is in the frame, moved by dragging, pinching, the wheel and keys. `picture` null: it isn't loaded yet. */
export function useCrop({
  picture,
  shape,
  start,
}: {
  picture: Size | null
  shape: Size
  start: View | null
}) {
  const [view, setView] = useState<View>(start ?? WHOLE_VIEW)
  const frameRef = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())

  function zoomTo(scale: (zoom: number) => number, at: Point = { x: 0, y: 0 }) {
    if (picture) setView((last) => zoomed(last, scale(last.zoom), at, picture, shape))
  }
  function drag(by: Point) {
    if (picture) setView((last) => dragged(last, by, picture, shape))
  }

  // React listens to wheels passively, and the dialog would scroll along.
  const turn = useEffectEvent((frame: HTMLElement, event: WheelEvent) => {
    event.preventDefault()
    zoomTo((zoom) => zoom * WHEEL_ZOOM_PER_PX ** -event.deltaY, pointIn(frame, event))
  })
  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return undefined
    const onWheel = (event: WheelEvent) => turn(frame, event)
    frame.addEventListener('wheel', onWheel, { passive: false })
    return () => frame.removeEventListener('wheel', onWheel)
  }, [])

  function move(event: PointerEvent<HTMLElement>) {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = pointIn(event.currentTarget, event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (!other) {
      drag({ x: now.x - before.x, y: now.y - before.y })
      return
    }
    const { clientWidth, clientHeight } = event.currentTarget
    const apart = (point: Point) =>
      Math.hypot((point.x - other.x) * clientWidth, (point.y - other.y) * clientHeight)
    const grown = apart(now) / Math.max(1, apart(before))
    // The middle between two fingers moves half as far as the one that moved.
    drag({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
    zoomTo((zoom) => zoom * grown, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = KEY_STEP * (event.shiftKey ? 5 : 1)
    if (event.key === 'ArrowLeft') drag({ x: -step, y: 0 })
    else if (event.key === 'ArrowRight') drag({ x: step, y: 0 })
    else if (event.key === 'ArrowUp') drag({ x: 0, y: -step })
    else if (event.key === 'ArrowDown') drag({ x: 0, y: step })
    else if (event.key === '+' || event.key === '=') zoomTo((zoom) => zoom * KEY_ZOOM)
    else if (event.key === '-') zoomTo((zoom) => zoom / KEY_ZOOM)
    else if (event.key === '0') setView(WHOLE_VIEW)
    else return
    event.preventDefault()
  }

  return {
    view,
    frameRef,
    zoomTo: (zoom: number) => zoomTo(() => zoom),
    reset: () => setView(WHOLE_VIEW),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, pointIn(event.currentTarget, event))
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onKeyDown: press,
    },
  }
}

/** A place on the screen, from the middle of the frame, in fractions of it. */
function pointIn(frame: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = frame.getBoundingClientRect()
  return { x: (clientX - box.left) / box.width - 0.5, y: (clientY - box.top) / box.height - 0.5 }
}
