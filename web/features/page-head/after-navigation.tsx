import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { type Arrival, useLocation } from '#web/routing/location.ts'

/** How long a page may take to load its scroll target. */
const TRY_FOR_MS = 1500

/** The scroll position of each visited history entry, by its key, in CSS pixels. */
const positions = new Map<string, number>()

/**
 * Does for navigation inside the app what browsers do when they load a page: scrolls to the top (or back to the earlier
 * position), moves the focus to the new page's heading and has screen readers announce it. Rendered after the screens,
 * so its effects run after theirs.
 */
export function AfterNavigation() {
  const { pathname, hash, key, arrival } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const lastPathname = useRef(pathname)
  const shownKey = useRef(key)

  useEffect(markReady, [])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    // Not the address's entry: until the next page has loaded, the one before it is still shown and may still scroll.
    const remember = () => positions.set(shownKey.current, window.scrollY)
    // The browser restores the position after a reload, or when coming back from another site.
    const handBack = () => {
      history.scrollRestoration = 'auto'
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', handBack)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', handBack)
    }
  }, [])

  // With the page itself, before anything scrolls because it is shorter than the last one.
  useLayoutEffect(() => {
    shownKey.current = key
    return scroll({ arrival, key, hash, isSamePage: lastPathname.current === pathname })
  }, [pathname, hash, key, arrival])

  useEffect(() => {
    const isSamePage = lastPathname.current === pathname
    lastPathname.current = pathname
    return isSamePage ? undefined : moveFocus(setAnnouncement)
  }, [pathname])

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** Marks the document as loaded and listening; browser automation waits for it. */
function markReady(): void {
  document.documentElement.dataset['ready'] = ''
}

/**
 * Puts the focus on the page's heading, which is then read aloud; until there is one, on the main region, and if no
 * heading comes, the page is announced by its title.
 */
function moveFocus(announce: (title: string) => void): () => void {
  announce('')
  const start = document.activeElement
  const isStillOurs = () =>
    [start, document.body, document.getElementById('main')].includes(document.activeElement)
  if (!focusOn('main h1')) focusOn('main')
  return tryUntil(
    () => !isStillOurs() || focusOn('main h1'),
    () => announce(document.title),
  )
}

function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) return false
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}

function scroll(to: {
  arrival: Arrival
  key: string
  hash: string
  isSamePage: boolean
}): (() => void) | undefined {
  const saved = positions.get(to.key)
  if (to.arrival === 'traverse' && saved !== undefined) return tryUntil(() => isScrolledTo(saved))
  if (to.hash) return tryUntil(() => isShown(to.hash))
  if (to.isSamePage) return undefined
  window.scrollTo(0, 0)
  // Said now: it may be left before the browser tells of it.
  positions.set(to.key, 0)
  return undefined
}

/** The page may not be tall enough yet. */
function isScrolledTo(top: number): boolean {
  window.scrollTo(0, top)
  return Math.abs(window.scrollY - top) < 2
}

/** The hash's target may not exist yet. */
function isShown(hash: string): boolean {
  const element = document.getElementById(hash.slice(1))
  element?.scrollIntoView()
  return element !== null
}

/** Tries in each frame while the page is loading; any action of the user ends it. */
function tryUntil(isDone: () => boolean, giveUp?: () => void): () => void {
  const giveUpAt = performance.now() + TRY_FOR_MS
  const end = new AbortController()
  const tryNow = () => {
    if (end.signal.aborted || isDone()) return end.abort()
    if (performance.now() < giveUpAt) requestAnimationFrame(tryNow)
    else giveUp?.()
  }
  for (const gesture of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(gesture, () => end.abort(), { once: true, passive: true, signal: end.signal })
  tryNow()
  return () => end.abort()
}
