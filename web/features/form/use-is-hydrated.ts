import { useSyncExternalStore } from 'react'

/** Whether the page's script runs: false in the HTML of the server until React has taken it over. */
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
