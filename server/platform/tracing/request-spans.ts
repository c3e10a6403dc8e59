import type { FastifyInstance } from 'fastify'

import { beginSpan, isRecording } from './spans.ts'

/** `SpanStatusCode.ERROR`. */
const FAILED = 2

/**
 * A span around each request, from the first hook to the last byte. Kept pages are answered before any hook and have
 * none. What a caller sends as `traceparent` isn't read: strangers don't decide what we record.
 */
export function recordRequests(app: FastifyInstance): void {
  if (!isRecording()) return
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions
    if (route === '/metrics' || route === '/healthz' || route === '/readyz') return done()
    const method = request.method
    const span = beginSpan(
      `${method} ${route ?? 'page'}`,
      'server',
      { 'http.request.method': method, 'http.route': route ?? 'page', 'cheers.request': request.id },
      done,
    )
    reply.raw.once('close', () => {
      span?.setAttribute('http.response.status_code', reply.raw.statusCode)
      if (!reply.raw.writableFinished) span?.setAttribute('cheers.hung_up', true)
      if (reply.raw.statusCode >= 500) span?.setStatus({ code: FAILED })
      span?.end()
    })
  })
}
