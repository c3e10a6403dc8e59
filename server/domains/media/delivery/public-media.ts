import type { FastifyInstance } from 'fastify'

import { isPictureOfSuspended } from '#server/domains/accounts/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Serves public pictures. Names are random and never reused, so browsers may keep them for good. */
export function mountPublicMedia(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { name: string } }>('/media/images/:name', async (request, reply) => {
    const { name } = request.params
    const key = `images/${name}`
    if (!/^[0-9a-f]{32}\.webp$/.test(name) || (await isPictureOfSuspended(platform.database.db, key)))
      return reply.callNotFound()
    const found = await platform.storage.open(key)
    if (!found) return reply.callNotFound()
    return reply
      .type('image/webp')
      .header('content-length', found.sizeBytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(found.stream)
  })
}
