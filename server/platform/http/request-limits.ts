import type { FastifyInstance } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { limitedAddress } from './caller-address.ts'
import type { Patience } from './patience.ts'
import { createSlots } from './slots.ts'
import { isFromThisMachine } from './this-machine.ts'

/** Refuses requests of an address that has too many under way, and of everybody when the node has. */
export function limitRequests(app: FastifyInstance, patience: Patience): void {
  const slots = createSlots({ perKey: patience.requestsPerAddress, total: patience.requests })
  app.addHook('onRequest', async (request, reply) => {
    // Programs on this machine, a test of its speed for one, are nobody's attack; a proxy here names whom it asks for.
    const key = isFromThisMachine(request) ? request.id : limitedAddress(request.ip)
    const giveBack = slots.take(key)
    if (!giveBack) throw new Failure(platformFailures.too_many_requests, { retryAfterSeconds: 1 })
    reply.raw.once('close', giveBack)
  })
}
