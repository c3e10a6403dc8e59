import { createContext, use, useMemo } from 'react'

/** The address that is shown, in its parts as `window.location` has them. */
export interface ShownLocation {
  pathname: string
  /** With its "?", or empty. */
  search: string
  /** With its "#", or empty. */
  hash: string
  /** Names the history entry; "default" for the one that the document was opened with. */
  key: string
  /** How the entry was reached. Going back and forward are "traverse", as is the first page. */
  arrival: Arrival
}

export type Arrival = 'push' | 'replace' | 'traverse'

export const LocationContext = createContext<ShownLocation | null>(null)

/** The location whose page is on screen: during navigation it is the last one until the next one's chunk has loaded. */
export function useLocation(): ShownLocation {
  const location = use(LocationContext)
  if (!location) throw new Error('There is no router around this component.')
  return location
}

/** What follows the "?" of the location, by name. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
