import type { FastifyInstance } from 'fastify'

import type { Platform } from '#server/platform/platform.ts'

/** Serves public pictures. Names are random and never reused, so browsers may keep them for good. */
export function mountPublicMedia(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { name: string } }>('/media/images/:name', async (request, reply) => {
    const { name } = request.params
    const found = /^[0-9a-f]{32}\.webp$/.test(name) ? await platform.storage.open(`images/${name}`) : null
    if (!found) return reply.callNotFound()
    return reply
      .type('image/webp')
      .header('content-length', found.sizeBytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(found.stream)
  })
}
