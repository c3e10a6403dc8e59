import { useSyncExternalStore } from 'react'

import { parseVisits, type Visit, withVisit } from './visits.ts'

/** The spec's storage key. The list never leaves this browser. */
const STORAGE_KEY = 'recently-visited'
const NOTHING: readonly Visit[] = []

const listeners = new Set<() => void>()
let lastRead: { stored: string | null; visits: readonly Visit[] } = { stored: null, visits: NOTHING }

/** Puts a creator page at the front of the list; call it once the page is shown. */
export function recordVisit(page: { _id: string } & Omit<Visit, 'id'>): void {
  const { _id: id, pageHandle, pageName, profileImage } = page
  const visits = withVisit(readVisits(), { id, pageHandle, pageName, profileImage })
  localStorage.setItem(STORAGE_KEY, JSON.stringify(visits))
  announce()
}

/** Removes a page from the list. */
export function forgetVisit(pageId: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(readVisits().filter(({ id }) => id !== pageId)))
  announce()
}

export function clearVisits(): void {
  localStorage.removeItem(STORAGE_KEY)
  announce()
}

/** The creator pages visited last, newest first; empty on the server and in the first client render. */
export function useRecentlyVisited(): readonly Visit[] {
  return useSyncExternalStore(subscribe, readVisits, () => NOTHING)
}

/** The same array for the same stored text, as useSyncExternalStore requires. */
function readVisits(): readonly Visit[] {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored !== lastRead.stored) lastRead = { stored, visits: parseVisits(stored) }
  return lastRead.visits
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
