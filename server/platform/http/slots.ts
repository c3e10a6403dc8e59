import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'

/** Places for what happens at the same time on this node: so many for each key, and so many in all. */
export interface Slots {
  /** Takes a place, and answers how to give it back, any number of times. null: none is free. */
  take(key: string): (() => void) | null
}

/** Takes a place, or throws `too_many_requests` with the seconds to wait. */
export function takePlace(slots: Slots, key: string, retryAfterSeconds: number): () => void {
  const giveBack = slots.take(key)
  if (giveBack) return giveBack
  throw new Failure(platformFailures.too_many_requests, { retryAfterSeconds })
}

export function createSlots(limits: { perKey: number; total: number }): Slots {
  const taken = new Map<string, number>()
  let inAll = 0
  return {
    take(key) {
      const ofKey = taken.get(key) ?? 0
      if (ofKey >= limits.perKey || inAll >= limits.total) return null
      taken.set(key, ofKey + 1)
      inAll += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        inAll -= 1
        const left = (taken.get(key) ?? 1) - 1
        if (left === 0) taken.delete(key)
        else taken.set(key, left)
      }
    },
  }
}
