/** Calls `act` once, as soon as the element is in the window or at most so many pixels away. Returns how to call it off. */
export function whenNear(element: Element, act: () => void, aheadPx: number): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: `${aheadPx}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
