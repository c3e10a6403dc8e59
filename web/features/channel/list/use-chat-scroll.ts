import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Nearer to the end than this, a reader is at the end. */
const AT_END_PX = 48
/** Older messages are asked for before the first one is reached. */
const AHEAD_PX = 900

interface Shown {
  /** The first and the last thing in the list; null: it is empty. */
  firstKey: string | null
  lastKey: string | null
  /** What comes last is the reader's own. */
  isLastOwn: boolean
  onNearBeginning: () => void
}

/**
 * Where a reader is in a list whose newest part is at the bottom. The scrolled element is laid out in reverse, so that its
 * position counts from the end: the browser itself then sticks to the end, and keeps the place when older messages are put
 * above. Only what is put below a reader who is further up has to be made up for.
 */
export function useChatScroll({ firstKey, lastKey, isLastOwn, onNearBeginning }: Shown): {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const before = useRef({ firstKey, lastKey, height: 0 })
  const [isAtEnd, setIsAtEnd] = useState(true)

  useLayoutEffect(() => {
    const [box, inner] = [scroller.current, content.current]
    if (!box || !inner) return
    const height = inner.offsetHeight
    const grown = height - before.current.height
    const isAppended = before.current.lastKey !== lastKey && before.current.firstKey === firstKey
    if (isAppended && isLastOwn) box.scrollTop = 0
    else if (isAppended && box.scrollTop < -AT_END_PX) box.scrollTop -= grown
    before.current = { firstKey, lastKey, height }
  })

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = () => {
      setIsAtEnd(box.scrollTop > -AT_END_PX)
      const left = box.scrollHeight - box.clientHeight + box.scrollTop
      if (left < AHEAD_PX) onNearBeginning()
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  })

  function toEnd() {
    scroller.current?.scrollTo({ top: 0 })
  }
  return { scroller, content, isAtEnd, toEnd }
}
