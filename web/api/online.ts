import { useSyncExternalStore } from 'react'

/** Whether this device has a network at all; that doesn't mean our server can be reached. */
export function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine
}

/** {@link isOnline}, updated as it changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

/** Calls back whenever the connection returns; the returned function stops that. */
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
