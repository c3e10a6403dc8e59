import { shuffled, seededRandom } from '#sandbox/razorpay/core/random.ts'

/** One promise of a proof, and the evidence. */
export interface Finding {
  promise: string
  holds: boolean
  seen: string
}

export interface ProofSize {
  seed: number
  /** The number of cases. */
  count: number
}

/** Random choices determined by a seed. */
export interface Chance {
  /** From 0 to below 1. */
  share(): number
  below(limit: number): number
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
}

export function chanceOf(seed: number): Chance {
  const share = seededRandom(seed)
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    share,
    below,
    oneOf: (items) => items[below(items.length)] ?? items[0],
    shuffled: (items) => shuffled(items, share),
  }
}

/** Runs the work for 0, 1, 2 … below `count`, `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(width, count) }, async () => {
      for (let index = next; index < count; index = next) {
        next += 1
        await work(index)
      }
    }),
  )
}

/** Holds when there are no problems; shows the first few. */
export function noneOf(promise: string, problems: readonly unknown[], seen: string): Finding {
  const first = problems.slice(0, 3).map((problem) => JSON.stringify(problem))
  return {
    promise,
    holds: problems.length === 0,
    seen: problems.length === 0 ? seen : `${problems.length} times: ${first.join(' ')}`,
  }
}
