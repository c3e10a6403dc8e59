import { platformFailures } from '#contract/http/route.ts'

import { type Caller, findCaller } from './callers.ts'
import { Failure } from './failure.ts'

/** Work of which only so much is done at a time. */
export interface Line {
  /**
   * Does work when it is its turn. Throws `busy` at once when there is no place left, or later when the place is given
   * to somebody who has fewer; and, while it waits, whatever ends the caller's signal. Work that nobody waits for, such
   * as a job's, is never refused. `isLate`: it comes after everybody else's.
   */
  run<T>(work: () => Promise<T>, options?: { isLate?: boolean }): Promise<T>
}

export interface LineLimits {
  /** Pieces of work at a time. */
  atOnce: number
  /** Pieces that wait, of all callers together and of one. */
  waitingMax: number
  waitingPerCaller: number
  /** When those who are refused should come back. */
  retryAfterSeconds: number
}

interface Waiting {
  caller: Caller | null
  /** Late work comes last, and strangers' after that of people who are known. */
  rank: number
  /** How much of the same caller's was there before it: whoever brings one thing goes before somebody's second. */
  turn: number
  begin: () => void
  refuse: (error: unknown) => void
}

/**
 * A line that is short: whoever can't be served soon is told so at once. Callers take turns, so that those who send a
 * lot wait for themselves; when it is full, somebody's third piece makes room for another's first. Whoever hangs up
 * gives their place back.
 */
export function createLine({ atOnce, waitingMax, waitingPerCaller, retryAfterSeconds }: LineLimits): Line {
  /** The next is first. */
  const waiting: Waiting[] = []
  const held = new Map<string, number>()
  let running = 0

  const busy = () => new Failure(platformFailures.busy, { retryAfterSeconds })

  function take(next: Waiting): void {
    const at = waiting.findIndex((other) => isBefore(next, other))
    waiting.splice(at === -1 ? waiting.length : at, 0, next)
  }

  /** Whether there is room for one more, perhaps by refusing the last of those in line. */
  function makeRoom(next: Waiting): boolean {
    const strangers = waiting.filter(({ caller }) => caller !== null)
    const last = strangers.at(-1)
    if (strangers.length < waitingMax || last === undefined) return true
    if (!isBefore(next, last)) return false
    last.refuse(busy())
    return true
  }

  function wait(caller: Caller | null, isLate: boolean): Promise<void> {
    const turn = caller === null ? 0 : (held.get(caller.key) ?? 0)
    if (caller && turn > waitingPerCaller) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const rank = isLate ? 2 : caller?.isKnown === false ? 1 : 0
      const next: Waiting = {
        caller,
        rank,
        turn,
        begin: () => end(resolve),
        refuse: (error) => end(() => reject(error)),
      }
      const hangUp = () => next.refuse(caller?.signal.reason)
      function end(settle: () => void): void {
        const at = waiting.indexOf(next)
        if (at !== -1) waiting.splice(at, 1)
        caller?.signal.removeEventListener('abort', hangUp)
        settle()
      }
      if (caller && !makeRoom(next)) return reject(busy())
      caller?.signal.addEventListener('abort', hangUp)
      take(next)
    })
  }

  function hold(key: string, by: 1 | -1): void {
    const count = (held.get(key) ?? 0) + by
    if (count === 0) held.delete(key)
    else held.set(key, count)
  }

  return {
    async run(work, { isLate = false } = {}) {
      const caller = findCaller()
      caller?.signal.throwIfAborted()
      const turn = running < atOnce ? null : wait(caller, isLate)
      if (turn === null) running += 1
      if (caller) hold(caller.key, 1)
      try {
        await turn
      } catch (error) {
        if (caller) hold(caller.key, -1)
        throw error
      }
      try {
        return await work()
      } finally {
        if (caller) hold(caller.key, -1)
        // Handed to the next rather than freed, so that nobody slips in between.
        const [next] = waiting
        if (next) next.begin()
        else running -= 1
      }
    },
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.rank === other.rank ? one.turn < other.turn : one.rank < other.rank
}
