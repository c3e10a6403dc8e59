import { useSyncExternalStore } from 'react'

/* Apart from what reads the stream: that is loaded when a page follows something. */

const listeners = new Set<() => void>()
let isLost = false

export function areEventsLost(): boolean {
  return isLost
}

export function noteEventsLost(is: boolean): void {
  isLost = is
  for (const listener of listeners) listener()
}

/** Whether this page isn't told at the moment what changes; it asks now and then. */
export function useAreEventsLost(): boolean {
  return useSyncExternalStore(subscribe, areEventsLost, () => false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
