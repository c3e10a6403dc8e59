import type { FastifyInstance } from 'fastify'

import { wholePictureOf } from '#contract/media/picture-sizes.ts'
import { isPictureOfSuspended } from '#server/domains/accounts/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Serves public pictures. Names are random and never reused, so browsers may keep them for good. */
export function mountPublicMedia(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { name: string } }>('/media/images/:name', async (request, reply) => {
    const { name } = request.params
    const key = `images/${name}`
    const whole = wholePictureOf(key)
    if (
      !/^[0-9a-f]{32}(?:-small)?\.webp$/.test(name) ||
      (await isPictureOfSuspended(platform.database.db, whole))
    )
      return reply.callNotFound()
    // Pictures of earlier releases, and those of a restored store, have no small one.
    const found = (await platform.storage.open(key)) ?? (await platform.storage.open(whole))
    if (!found) return reply.callNotFound()
    return reply
      .type('image/webp')
      .header('content-length', found.sizeBytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(found.stream)
  })
}
