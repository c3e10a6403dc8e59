import type { FastifyInstance, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { workFor } from '../callers.ts'
import { Failure } from '../failure.ts'
import { limitedAddress } from './caller-address.ts'
import type { Patience } from './patience.ts'
import { createSlots, takePlace } from './slots.ts'
import { isFromThisMachine } from './this-machine.ts'
import { whenClosed } from './when-closed.ts'

const places = new WeakMap<FastifyRequest, () => void>()

/** Refuses requests of an address with too many under way, and any request while the node has too many. */
export function limitRequests(app: FastifyInstance, patience: Patience): void {
  const slots = createSlots({ perKey: patience.requestsPerAddress, total: patience.requests })
  app.addHook('onRequest', async (request, reply) => {
    // Programs on this machine, such as a speed test, are no attack; a proxy here names its client.
    const key = isFromThisMachine(request) ? request.id : limitedAddress(request.ip)
    const giveBack = takePlace(slots, key, 1)
    places.set(request, giveBack)
    whenClosed(reply.raw, giveBack)
  })
  // Everything that follows belongs to this caller; a hook that calls back is what keeps it that way.
  app.addHook('preHandler', (request, { raw }, done) => {
    const gone = new AbortController()
    const hangUp = () => gone.abort(new Failure(platformFailures.busy))
    if (raw.destroyed) hangUp()
    else raw.once('close', () => !raw.writableFinished && hangUp())
    workFor({ key: limitedAddress(request.ip), isKnown: false, signal: gone.signal }, done)
  })
}

/** For a request whose answer stays open and hardly does anything: it has limits of its own. */
export function leaveRequestLimits(request: FastifyRequest): void {
  places.get(request)?.()
}
