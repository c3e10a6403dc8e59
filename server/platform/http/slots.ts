import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'

/** Limits what happens at the same time on this node: a number of slots for each key, and a number in all. */
export interface Slots {
  /** Takes a slot, and returns a function that gives it back, safe to call repeatedly. null: none is free. */
  take(key: string): (() => void) | null
}

/** Takes a slot, or throws `too_many_requests` with the seconds to wait. */
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
