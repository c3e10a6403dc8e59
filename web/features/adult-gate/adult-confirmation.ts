import { useSyncExternalStore } from 'react'

/** Session storage: the question returns with the next visit, and the answer never leaves this tab. */
const STORAGE_KEY = 'adult-confirmed'

const listeners = new Set<() => void>()

export function confirmAdult(): void {
  sessionStorage.setItem(STORAGE_KEY, 'true')
  for (const listener of listeners) listener()
}

/** Whether the viewer confirmed being 18 or older; false on the server and in the first client render. */
export function useIsAdultConfirmed(): boolean {
  return useSyncExternalStore(subscribe, isConfirmed, () => false)
}

function isConfirmed(): boolean {
  return sessionStorage.getItem(STORAGE_KEY) === 'true'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
