import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'

import { OPEN_UPLOADS_MAX } from '#contract/media/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { limitedAddress } from '#server/platform/http/caller-address.ts'
import { createSlots, takePlace } from '#server/platform/http/slots.ts'
import { hashSecret } from '#server/platform/secrets.ts'

/** Beginnings on this node, of one session and of all: each costs a session's lookup and a transaction. */
const PLACES = { perKey: OPEN_UPLOADS_MAX, total: 1000 }
const RETRY_SECONDS = 1
/** How long a caller who was told that it is too much keeps a place. */
const REFUSED_FOR_MS = 1000

const places = createSlots(PLACES)

/**
 * Begins an upload unless the same session is beginning others: then throws `too_many_requests` before anything is
 * asked. Who is refused for asking too much is answered a second later and keeps the place until then, so asking again
 * and again costs a node no more than a few lookups a second.
 */
export async function inItsTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const leave = takePlace(places, callerOf(request), RETRY_SECONDS)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && error.spec.status === 429) await sleep(REFUSED_FOR_MS)
    throw error
  } finally {
    leave()
  }
}

/** Whoever it may be: known before the session is looked up. */
function callerOf({ headers, ip }: FastifyRequest): string {
  const { authorization } = headers
  return authorization === undefined ? limitedAddress(ip) : hashSecret(authorization).toString('base64url')
}
