/** What each caller may use of something that is counted: a store of so much, that fills again by and by. */
export interface Allowances {
  /** Whether anything is left of it. */
  hasLeft(key: string): boolean
  /** Takes that much; it may come to less than nothing, which is filled first. */
  spend(key: string, amount: number): void
}

/** So many callers are remembered that the oldest can be forgotten without anybody gaining by it. */
const KEYS_MAX = 50_000

/** `burst`: the whole store; `perSecond`: how fast it fills. On this node alone. */
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
      // At the end of the order: what was used last is forgotten last.
      known.delete(key)
      known.set(key, { left, at: nowMs() })
      const [oldest] = known.keys()
      if (known.size > KEYS_MAX && oldest !== undefined) known.delete(oldest)
    },
  }
}
