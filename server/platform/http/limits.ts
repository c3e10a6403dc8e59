import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { hashSecret } from '../secrets.ts'

/** How often something may happen before callers are asked to wait. */
export interface Limit {
  name: string
  /** Attempts per window. */
  points: number
  windowSeconds: number
}

interface LimitedCall {
  viewer: { id: string } | null
  ip: string
}

/** Counts by person; a visitor by address. */
export function byUser({ viewer, ip }: LimitedCall): string {
  return viewer?.id ?? ip
}

/** What a call is implemented with if a person may make it only so often. */
export function limited(limit: Limit) {
  return { limits: [{ limit, by: byUser }] }
}

export interface Limits {
  /** Counts one attempt. Throws a 429 with Retry-After once the window's attempts are used up. */
  consume(limit: Limit, key: string): Promise<void>
  /** Takes one attempt back, when it came to nothing. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Whether there were attempts in this window. */
  hasAttempts(limit: Limit, key: string): Promise<boolean>
  /** Forgets the attempts, after the right person got through. */
  reset(limit: Limit, key: string): Promise<void>
}

/** Counts in the database, so that every node sees the same numbers, also after a restart. */
export function createLimits(pool: pg.Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: Limit): RateLimiterPostgres => {
    const known = limiters.get(limit.name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.windowSeconds,
      // A refused caller is refused from memory until the window ends: a flood costs no statement each.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
    limiters.set(limit.name, limiter)
    return limiter
  }
  return {
    async consume(limit, key) {
      try {
        await limiterOf(limit).consume(storedKey(key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new Failure(platformFailures.too_many_requests, {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        })
      }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(storedKey(key))
    },
    async hasAttempts(limit, key) {
      const counted = await limiterOf(limit).get(storedKey(key))
      return counted !== null && counted.consumedPoints > 0
    },
    async reset(limit, key) {
      await limiterOf(limit).delete(storedKey(key))
    },
  }
}

/** Of one length, because the column's is bounded, and without anyone's address in it. */
function storedKey(key: string): string {
  return hashSecret(key).toString('base64url')
}
