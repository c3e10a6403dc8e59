import type { FastifyRequest } from 'fastify'

/** Headers that proxies and CDNs leave in a request they pass on; a proxy here makes everyone look like loopback. */
const LEFT_BY_PROXIES =
  /^(?:via$|client-ip$|cf-|cdn-|x-(?:original|envoy|amz|azure|arr|appengine|vercel|nf|proxy|host|cluster)|fly-|fastly-|akamai-|proxy-)|forwarded|-client-ip$|real-ip|remote-(?:addr|ip)/

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Whether a request was made on this very machine, and to it: judged by its connection, which nobody passed on, and by
 * the name it was sent to, because a page elsewhere could point a name of its own at loopback.
 */
export function isFromThisMachine({ socket, headers, raw }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  // Programs have spoken 1.1 since the nineties; only a proxy with default settings still speaks 1.0.
  if (raw.httpVersion === '1.0') return false
  return !Object.keys(headers).some((name) => LEFT_BY_PROXIES.test(name))
}
