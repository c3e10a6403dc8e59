import { navigate as changeHistory } from 'wouter/use-browser-location'

import type { Arrival } from './location.ts'

/** What we keep in each history entry that we made. */
interface EntryState {
  key: string
}

let arrival: Arrival = 'traverse'
let entriesMade = 0

if (typeof window !== 'undefined')
  window.addEventListener('popstate', () => (arrival = 'traverse'), { capture: true })

/** How the current history entry was reached. */
export function currentArrival(): Arrival {
  return arrival
}

/** The current history entry's key; "default": we didn't make it. */
export function currentKey(): string {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}

/**
 * Shows another address of the product; one that begins with "?" or "#" is of the current page.
 * @param options.replace Takes the place of the current history entry.
 */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  arrival = replace ? 'replace' : 'push'
  entriesMade += 1
  // Entries outlive the document, and so must their keys.
  const state: EntryState = { key: `${performance.timeOrigin.toString(36)}-${entriesMade}` }
  changeHistory(to, { replace, state })
}
