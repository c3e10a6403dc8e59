import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { isDatabaseAway } from '../db/away.ts'

/** serialization_failure and deadlock_detected: nothing was done, and the same may work a moment later. */
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS_MAX = 20
const WAIT_MS = 50

const AWAY_WAIT_MS = 250

export interface Patience {
  /** Ends it: what can't be done then fails. */
  signal: AbortSignal
  /** A statement was repeated, and answered, after its connection had been lost. What it did the first time nobody knows. */
  onRepeated(): void
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]
type Query = (...about: unknown[]) => Promise<unknown>

/**
 * A pool for the queue, where each statement stands alone. It is retried when it loses a deadlock, and waits while the
 * database is away. The library means to do the first for finished jobs, which it removes in batches while our transactions
 * replace jobs in another order, but gives up at the first failure, and all its workers with it (graphile/worker#636).
 * When it can't record that a job failed, nobody hears of that at all, which would end the process.
 */
export function retryingPool(pool: pg.Pool, patience: Patience): pg.Pool {
  return overriding(pool, {
    // The one who listens gives a callback; the library connects again by itself.
    connect: async (callback?: ConnectCallback) => {
      if (callback) return pool.connect(callback)
      return retryingClient(await connectPatiently(pool, patience), pool, patience)
    },
  })
}

async function connectPatiently(pool: pg.Pool, { signal }: Patience): Promise<pg.PoolClient> {
  for (;;)
    try {
      return await pool.connect()
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error
      await sleep(AWAY_WAIT_MS)
    }
}

function retryingClient(first: pg.PoolClient, pool: pg.Pool, patience: Patience): pg.PoolClient {
  let client: pg.PoolClient | null = first

  async function connected(): Promise<pg.PoolClient> {
    return (client ??= await connectPatiently(pool, patience))
  }

  function release(destroy?: Error | boolean): void {
    const released = client
    client = null
    released?.release(destroy)
  }

  async function query(...about: unknown[]): Promise<unknown> {
    let isRepeated = false
    for (let attempt = 1; ;) {
      const asked = await connected()
      try {
        const answer = await (asked.query.bind(asked) as unknown as Query)(...about)
        if (isRepeated) patience.onRepeated()
        return answer
      } catch (error) {
        if (isDatabaseAway(error) && !patience.signal.aborted) {
          isRepeated = true
          release(true)
          await sleep(AWAY_WAIT_MS)
        } else {
          const code = error instanceof Error && 'code' in error ? String(error.code) : ''
          if (!RETRYABLE.has(code) || attempt === ATTEMPTS_MAX) throw error
          await sleep(WAIT_MS * attempt)
          attempt += 1
        }
      }
    }
  }

  return overriding(first, { query, release })
}

/** The same object, but for some methods. */
function overriding<Whole extends object>(
  whole: Whole,
  methods: Partial<Record<keyof Whole, (...about: never[]) => unknown>>,
): Whole {
  return new Proxy(whole, {
    get(target, asked) {
      const own = methods[asked as keyof Whole]
      if (own) return own
      const value: unknown = Reflect.get(target, asked, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
