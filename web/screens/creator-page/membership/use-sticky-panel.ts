import { type RefObject, useEffect, useRef } from 'react'

const GAP_PX = 24

/**
 * Keeps a sticky panel readable to its end: one taller than the window sticks by its bottom edge. Set through the style
 * object, which the content security policy allows, unlike a style attribute.
 */
export function useStickyPanel<Element extends HTMLElement>(): RefObject<Element | null> {
  const panelRef = useRef<Element>(null)
  useEffect(() => {
    const panel = panelRef.current
    if (!panel) return undefined
    const place = () => {
      const room = window.innerHeight - panel.offsetHeight - GAP_PX
      panel.style.top = `${Math.min(GAP_PX, room)}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(panel)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [])
  return panelRef
}
