import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How long a page may take to load what it is to be scrolled to. */
const TRY_FOR_MS = 1500

/** Where each visited entry of the history was scrolled to, by its key, in CSS pixels. */
const positions = new Map<string, number>()

/**
 * What a browser does by itself when it loads a page, done for navigation inside the app: scrolls to the top (or back
 * to where one was), moves the focus to the new page's heading and lets screen readers say where one is.
 * Stands after the screens, so that its effects run after theirs.
 */
export function AfterNavigation() {
  const { pathname, hash, key } = useLocation()
  const navigationType = useNavigationType()
  const [announcement, setAnnouncement] = useState('')
  const lastPathname = useRef(pathname)

  useEffect(markReady, [])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(currentKey(), window.scrollY)
    // A reload, or coming back from another site, is the browser's to restore.
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

  useEffect(() => {
    const isSamePage = lastPathname.current === pathname
    lastPathname.current = pathname
    const stopScrolling = scroll({ navigationType, key, hash, isSamePage })
    const stopFocusing = isSamePage ? undefined : moveFocus(setAnnouncement)
    return () => {
      stopScrolling?.()
      stopFocusing?.()
    }
  }, [pathname, hash, key, navigationType])

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** Says in the document that all is there and presses are heard; whoever drives a browser waits for it. */
function markReady(): void {
  document.documentElement.dataset['ready'] = ''
}

/** The router keeps the entry's key in the history state; the first entry has none and is called "default". */
function currentKey(): string {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}

/**
 * Puts the focus on the page's heading, which is then read aloud; until there is one, on the main region, whose page
 * is announced by its title if no heading comes.
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
  navigationType: NavigationType
  key: string
  hash: string
  isSamePage: boolean
}): (() => void) | undefined {
  const saved = positions.get(to.key)
  if (to.navigationType === NavigationType.Pop && saved !== undefined)
    return tryUntil(() => isScrolledTo(saved))
  if (to.hash) return tryUntil(() => isShown(to.hash))
  if (to.navigationType !== NavigationType.Pop && !to.isSamePage) window.scrollTo(0, 0)
  return undefined
}

/** The page may not be tall enough yet. */
function isScrolledTo(top: number): boolean {
  window.scrollTo(0, top)
  return Math.abs(window.scrollY - top) < 2
}

/** What the hash names may not be there yet. */
function isShown(hash: string): boolean {
  const element = document.getElementById(hash.slice(1))
  element?.scrollIntoView()
  return element !== null
}

/** Tries in each frame while the page is loading; whatever the person does ends it. */
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
