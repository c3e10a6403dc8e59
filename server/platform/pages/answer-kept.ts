import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { loggedUrl } from '../logged-url.ts'
import { choose, type PageDocument } from './page-document.ts'

/**
 * Cached pages are answered before Fastify takes the request: looking up what they are costs many times what sending
 * them does. The first answer takes the normal route, and its headers, including the security ones, are repeated.
 */
export function answerKept(
  app: FastifyInstance,
  options: {
    /** The cached page at an address, for a request that may have it; null: the normal route. */
    find: (request: IncomingMessage) => PageDocument | null
    /** `path` as logs may hold it. */
    onAnswered: (path: string, status: number) => void
  },
): { remember: (request: FastifyRequest, document: PageDocument) => void } {
  const sentWith = new WeakMap<PageDocument, string[]>()
  // A document has only one address.
  const loggedPaths = new WeakMap<PageDocument, string>()
  const underWay = new WeakMap<FastifyRequest, PageDocument>()
  let isClosing = false

  app.addHook('onSend', async (request, reply) => {
    const document = underWay.get(request)
    if (document && !sentWith.has(document)) sentWith.set(document, headersToRepeat(reply.getHeaders()))
  })
  // From here on Fastify tells clients to close their connection.
  app.addHook('preClose', async () => {
    isClosing = true
  })

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (isClosing || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const document = options.find(request)
    const repeated = document && sentWith.get(document)
    if (!repeated) return false
    const { tag, isKnown, isGzipped, bytes } = choose(document, request.headers)
    const headers = [...repeated, 'etag', tag]
    if (!isKnown) headers.push('content-type', document.contentType, 'content-length', String(bytes.length))
    if (!isKnown && isGzipped) headers.push('content-encoding', 'gzip')
    const status = isKnown ? 304 : 200
    response.writeHead(status, headers)
    response.end(isKnown || request.method === 'HEAD' ? undefined : bytes)
    options.onAnswered(loggedPath(document, request.url ?? ''), status)
    return true
  }

  /** Taking secrets out of an address costs more than sending the page. */
  function loggedPath(document: PageDocument, url: string): string {
    const known = loggedPaths.get(document)
    if (known !== undefined) return known
    const logged = loggedUrl(url)
    loggedPaths.set(document, logged)
    return logged
  }

  takeRequestsFirst(app.server, answer)
  return { remember: (request, document) => void underWay.set(request, document) }
}

/** Not `serverFactory`: with it we would have to repeat the time limits Fastify sets on its server. */
function takeRequestsFirst(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of listeners) listener.call(server, request, response)
  })
}

/** Headers that depend on the request, or on which of the page's two forms is sent, are written each time. */
const WRITTEN_EACH_TIME = new Set([
  'etag',
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'connection',
])

function headersToRepeat(headers: Record<string, number | string | string[] | undefined>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || WRITTEN_EACH_TIME.has(name.toLowerCase()) ? [] : [name, String(value)],
  )
}
