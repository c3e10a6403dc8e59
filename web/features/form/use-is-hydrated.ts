import { useSyncExternalStore } from 'react'

/** Whether the page's script runs: false in the server's HTML until React has taken over. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
