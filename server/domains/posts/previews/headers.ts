import type { FastifyInstance } from 'fastify'

const ADDRESSES = ['/preview/', '/api/posts/preview/']

/** Whoever has the address of a preview sees the post: it is told to no other site, index or cache. */
export function mountPreviewHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!ADDRESSES.some((address) => request.url.startsWith(address))) return
    void reply
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .header('cache-control', 'private, no-store')
  })
}
