import { useEffect, useRef, useState } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'

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
    if (!isSamePage) setAnnouncement(moveFocus() ? '' : document.title)
    return scroll({ navigationType, key, hash, isSamePage })
  }, [pathname, hash, key, navigationType])

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** The router keeps the entry's key in the history state; the first entry has none and is called "default". */
function currentKey(): string {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}

/** Puts the focus on the heading, which is then read aloud; on the main region while there is no heading yet. */
function moveFocus(): boolean {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? null
  const target = heading ?? main
  if (!target) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return heading !== null
}

function scroll(to: {
  navigationType: NavigationType
  key: string
  hash: string
  isSamePage: boolean
}): (() => void) | undefined {
  const saved = positions.get(to.key)
  if (to.navigationType === 'POP' && saved !== undefined) return tryUntil(() => isScrolledTo(saved))
  if (to.hash) return tryUntil(() => isShown(to.hash))
  if (to.navigationType !== 'POP' && !to.isSamePage) window.scrollTo(0, 0)
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

/** Tries in each frame while the page is loading; the person's own scrolling ends it. */
function tryUntil(isDone: () => boolean): () => void {
  const giveUpAt = performance.now() + TRY_FOR_MS
  const end = new AbortController()
  const tryNow = () => {
    if (!end.signal.aborted && !isDone() && performance.now() < giveUpAt) requestAnimationFrame(tryNow)
  }
  for (const gesture of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(gesture, () => end.abort(), { once: true, passive: true, signal: end.signal })
  tryNow()
  return () => end.abort()
}
