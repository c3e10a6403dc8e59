import { useSyncExternalStore } from 'react'

/** False in rendered pages and in the first render over them, which have to be the same for everyone; then true. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(subscribeToNothing, isSo, isNotSo)
}

function subscribeToNothing() {
  return isSo
}
const isSo = () => true
const isNotSo = () => false
