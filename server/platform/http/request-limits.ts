import type { FastifyInstance } from 'fastify'

import { limitedAddress } from './caller-address.ts'
import type { Patience } from './patience.ts'
import { createSlots, takePlace } from './slots.ts'
import { isFromThisMachine } from './this-machine.ts'

/** Refuses requests of an address that has too many under way, and of everybody when the node has. */
export function limitRequests(app: FastifyInstance, patience: Patience): void {
  const slots = createSlots({ perKey: patience.requestsPerAddress, total: patience.requests })
  app.addHook('onRequest', async (request, reply) => {
    // Programs on this machine, a test of its speed for one, are nobody's attack; a proxy here names whom it asks for.
    const key = isFromThisMachine(request) ? request.id : limitedAddress(request.ip)
    reply.raw.once('close', takePlace(slots, key, 1))
  })
}
