import type { FastifyRequest } from 'fastify'

/** Whether a request was made on this very machine, by its connection and not by what it says. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  // A proxy on this machine makes everybody look like loopback; it leaves one of these headers behind.
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !isForwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}
