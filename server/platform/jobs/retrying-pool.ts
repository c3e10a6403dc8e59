import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** serialization_failure and deadlock_detected: nothing was done, and the same may work a moment later. */
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS_MAX = 20
const WAIT_MS = 50

/**
 * A pool for the queue, where each statement stands alone and is retried when it loses a deadlock. The library means to
 * do so for finished jobs, which it removes in batches while our transactions replace jobs in another order; but it
 * gives up at the first, and all its workers with it (graphile/worker#636).
 */
export function retryingPool(pool: pg.Pool): pg.Pool {
  return overriding(pool, 'connect', (callback?: ConnectCallback) =>
    callback ? pool.connect(callback) : pool.connect().then(retryingClient),
  )
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]
type Query = (...about: unknown[]) => Promise<unknown>

function retryingClient(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as unknown as Query
  return overriding(client, 'query', async (...about: unknown[]) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await query(...about)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (!RETRYABLE.has(code) || attempt === ATTEMPTS_MAX) throw error
        await sleep(WAIT_MS * attempt)
      }
  })
}

/** The same object, but for one method. */
function overriding<Whole extends object>(
  whole: Whole,
  name: keyof Whole,
  method: (...about: never[]) => unknown,
): Whole {
  return new Proxy(whole, {
    get(target, asked) {
      if (asked === name) return method
      const value: unknown = Reflect.get(target, asked, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
