import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** This near to its edge, a list that is longer than its window moves on by itself, by so much a frame. */
const EDGE_PX = 56
const STEP_PX = 10

interface Drag {
  id: string
  pointerId: number
  /** Where in its row it was taken. */
  offsetPx: number
}

/**
 * Ordering by dragging, with a mouse, a pen or a finger: the row follows the pointer, and the others make room. All
 * rows have the same height. Browsers' own drag and drop knows no fingers.
 */
export function useDragOrder(ids: readonly string[], onMove: (from: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null)
  const pointerY = useRef(0)
  const [drag, setDrag] = useState<Drag | null>(null)

  /** Puts the row where the pointer is. */
  const follow = useEffectEvent((clientY: number) => {
    const list = listRef.current
    if (!list || !drag) return
    const { top, height } = list.getBoundingClientRect()
    const rowPx = height / ids.length
    const from = ids.indexOf(drag.id)
    // Taken out meanwhile, for instance by its own button.
    if (from === -1) return
    const offset = clientY - drag.offsetPx - top
    const to = Math.min(ids.length - 1, Math.max(0, Math.round(offset / rowPx)))
    // At once: a row that is drawn before its place changed would jump.
    if (to !== from) flushSync(() => onMove(from, to))
    shift(list.children[to], offset - to * rowPx)
  })

  const putDown = useEffectEvent(() => {
    for (const row of listRef.current?.children ?? []) shift(row, 0)
    setDrag(null)
  })

  const pointerId = drag?.pointerId
  useEffect(() => {
    if (pointerId === undefined) return undefined
    const scroller = scrollerOf(listRef.current)
    let frame = requestAnimationFrame(function scrollOn() {
      const by = scroller ? stepAt(scroller, pointerY.current) : 0
      if (scroller && by !== 0) {
        scroller.scrollTop += by
        follow(pointerY.current)
      }
      frame = requestAnimationFrame(scrollOn)
    })
    function move(event: PointerEvent) {
      if (event.pointerId !== pointerId) return
      pointerY.current = event.clientY
      follow(event.clientY)
    }
    function end(event: PointerEvent) {
      if (event.pointerId === pointerId) putDown()
    }
    // Not on the row: it loses the pointer whenever it changes its place in the document.
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [pointerId])

  function take(id: string, event: ReactPointerEvent<HTMLElement>) {
    if (event.button !== 0 || drag !== null) return
    const row = event.currentTarget.closest('li')
    if (!row) return
    // No selecting of text, and no press that the browser takes for its own dragging.
    event.preventDefault()
    pointerY.current = event.clientY
    const offsetPx = event.clientY - row.getBoundingClientRect().top
    setDrag({ id, pointerId: event.pointerId, offsetPx })
  }

  return { listRef, draggedId: drag?.id ?? null, take }
}

/** Draws a row as far from its place. */
function shift(row: Element | undefined, byPx: number): void {
  if (row instanceof HTMLElement) row.style.translate = byPx === 0 ? '' : `0 ${Math.round(byPx)}px`
}

/** The part of the page that scrolls the list. */
function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  for (let at = list?.parentElement ?? null; at; at = at.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) return at
  return null
}

/** How far the list moves on with the pointer there. */
function stepAt(scroller: HTMLElement, clientY: number): number {
  const { top, bottom } = scroller.getBoundingClientRect()
  if (clientY < top + EDGE_PX) return -STEP_PX
  return clientY > bottom - EDGE_PX ? STEP_PX : 0
}
