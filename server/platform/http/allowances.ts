/** A counted allowance for each caller: a bucket that refills over time. */
export interface Allowances {
  /** Whether anything is left of it. */
  hasLeft(key: string): boolean
  /** Takes that much; the bucket may go below zero, which has to refill first. */
  spend(key: string, amount: number): void
}

/** Enough callers are remembered that forgetting the oldest is of no use to anyone. */
const KEYS_MAX = 50_000

/** `burst`: a full bucket; `perSecond`: how fast it refills. On this node alone. */
export function createAllowances(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number = () => performance.now(),
): Allowances {
  const known = new Map<string, { left: number; at: number }>()
  const leftOf = (key: string): number => {
    const last = known.get(key)
    return last ? Math.min(burst, last.left + ((nowMs() - last.at) / 1000) * perSecond) : burst
  }
  return {
    hasLeft: (key) => leftOf(key) > 0,
    spend(key, amount) {
      const left = leftOf(key) - amount
      // At the end of the order: the last used is forgotten last.
      known.delete(key)
      known.set(key, { left, at: nowMs() })
      const [oldest] = known.keys()
      if (known.size > KEYS_MAX && oldest !== undefined) known.delete(oldest)
    },
  }
}
