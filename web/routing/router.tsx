import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

import { LocationContext, type ShownLocation } from './location.ts'
import { currentArrival, currentKey } from './navigate.ts'

/** Follows the browser's address. The page on screen stays until everything that the next one needs has loaded. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const text = useLocationProperty(currentLocation, currentLocation)
  const location = useMemo((): ShownLocation => JSON.parse(text), [text])
  return <LocationContext value={useDeferredValue(location)}>{children}</LocationContext>
}

/** Shows one address, on the server. */
export function StaticRouter({ url, children }: { url: URL; children: ReactNode }) {
  const { pathname, search, hash } = url
  const location: ShownLocation = { pathname, search, hash, key: 'default', arrival: 'traverse' }
  return <LocationContext value={location}>{children}</LocationContext>
}

/** As text, because only a primitive can be compared with the last one. */
function currentLocation(): string {
  const { pathname, search, hash } = window.location
  const location: ShownLocation = { pathname, search, hash, key: currentKey(), arrival: currentArrival() }
  return JSON.stringify(location)
}
