import { useSyncExternalStore } from 'react'

/** Whether this device has a network at all; having one does not mean that we can be reached. */
export function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine
}

/** {@link isOnline}, followed as it changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

/** Calls back each time the line returns; what it answers stops that. */
export function onBackOnline(listener: () => void): () => void {
  globalThis.addEventListener('online', listener)
  return () => globalThis.removeEventListener('online', listener)
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('offline', listener)
  const stop = onBackOnline(listener)
  return () => {
    globalThis.removeEventListener('offline', listener)
    stop()
  }
}
