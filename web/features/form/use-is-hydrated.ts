import { useDeferredValue, useSyncExternalStore } from 'react'

/**
 * Whether the page's script runs: false in the server's HTML, and until React has taken over. What waits for it is
 * rendered in slices: a store's own changes are not, and all of a page's parts at once would hold it up.
 */
export function useIsHydrated(): boolean {
  return useDeferredValue(useSyncExternalStore(subscribeToNothing, isRunning, isOnServer))
}

function subscribeToNothing() {
  return isRunning
}
const isRunning = () => true
const isOnServer = () => false
