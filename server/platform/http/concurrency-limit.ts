import type { FastifyInstance, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Patience } from './patience.ts'
import { isForm, JSON_BODY, SIGNED_BODY } from './request-bodies.ts'

const RETRY_SECONDS = 2

/** Limits how many requests a node works on at once; the others wait their turn, first come, first served. */
export interface ConcurrencyLimit {
  /** Resolves with a function that ends the turn, safe to call repeatedly. Throws `unavailable` after waiting too long. */
  enter: () => Promise<() => void>
  /** Requests that are worked on, and that wait. */
  count: () => { running: number; waiting: number }
}

export function createConcurrencyLimit(
  figures: Pick<Patience, 'workedOnAtOnce' | 'workCountsForMs' | 'turnWithinMs'>,
): ConcurrencyLimit {
  let running = 0
  const waiting = new Set<() => void>()

  function begin(): () => void {
    let isOver = false
    running += 1
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(counted)
      running -= 1
      const [next] = waiting
      next?.()
    }
    const counted = setTimeout(end, figures.workCountsForMs)
    return end
  }

  function waitForTurn(): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const take = () => {
      waiting.delete(take)
      clearTimeout(patience)
      resolve(begin())
    }
    const patience = setTimeout(() => {
      waiting.delete(take)
      reject(new Failure(platformFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS }))
    }, figures.turnWithinMs)
    waiting.add(take)
    return promise
  }

  return {
    async enter() {
      return running < figures.workedOnAtOnce ? begin() : waitForTurn()
    },
    count: () => ({ running, waiting: waiting.size }),
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever asks wants to know how this node is, however busy it is. */
    isNeverHeldUp?: boolean
  }
}

const turns = new WeakMap<FastifyRequest, () => void>()

/** Requests wait their turn once their body is there; it ends with their answer, before that is sent. */
export function limitConcurrency(app: FastifyInstance, limit: ConcurrencyLimit): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!waitsItsTurn(request)) return
    const end = await limit.enter()
    turns.set(request, end)
    if (!reply.raw.destroyed) return void reply.raw.once('close', end)
    // Whoever asked has left meanwhile. What they wanted done is done all the same.
    if (request.method === 'GET' || request.method === 'HEAD') reply.hijack()
    end()
  })
  app.addHook('onSend', async (request) => leaveConcurrencyLimit(request))
}

/**
 * What is received while it is worked on, as forms and uploads are, mostly waits for its sender. The provider's webhooks don't
 * wait: it gives up on whoever answers late.
 */
function waitsItsTurn(request: FastifyRequest): boolean {
  const { body, isNeverHeldUp } = request.routeOptions.config
  if (isNeverHeldUp || body === SIGNED_BODY || isForm(request)) return false
  return body === undefined || body === 'unread' || JSON_BODY.types.every((type) => body.types.includes(type))
}

/** For a request whose answer stays open and hardly does anything. */
export function leaveConcurrencyLimit(request: FastifyRequest): void {
  turns.get(request)?.()
}
