import { Gauge } from 'prom-client'

import { productMetrics } from '../http/metrics.ts'

const openStreams = new Gauge({
  name: 'event_streams_open',
  help: 'Pages that are told of events at the moment.',
  registers: [productMetrics],
})

export interface StreamPlaces {
  /**
   * Takes a place, and returns a function that gives it back, safe to call repeatedly. null: the node has none left.
   * `end` is called when a newer stream of the same person needs the place.
   */
  take(userId: string, end: () => void): (() => void) | null
}

/**
 * The newest stream of a person takes the place of the oldest. Nobody looks at that one as they do at the newest, and it
 * may be one whose page went without a word: networks and proxies notice late.
 */
export function createStreamPlaces(limits: { perUser: number; total: number }): StreamPlaces {
  const taken = new Map<string, Set<() => void>>()
  let inAll = 0
  return {
    take(userId, end) {
      const places = taken.get(userId) ?? new Set()
      if (places.size >= limits.perUser) {
        const [replaceOldest] = places
        replaceOldest?.()
      }
      if (inAll >= limits.total) return null
      function giveBack(): void {
        if (!places.delete(replace)) return
        inAll -= 1
        openStreams.dec()
        if (places.size === 0) taken.delete(userId)
      }
      function replace(): void {
        giveBack()
        end()
      }
      taken.set(userId, places.add(replace))
      inAll += 1
      openStreams.inc()
      return giveBack
    },
  }
}
