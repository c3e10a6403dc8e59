import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { loggedUrl } from '../logged-url.ts'
import { choose, type PageDocument } from './page-document.ts'

/**
 * Pages that are kept are answered before Fastify takes the request: finding out again what they are costs many times
 * what sending them does. The first answer goes the long way, and its headers, the security ones among them, are
 * repeated.
 */
export function answerKept(
  app: FastifyInstance,
  options: {
    /** The kept page at an address, for a request that may have it; null: the long way. */
    find: (request: IncomingMessage) => PageDocument | null
    /** `path` as logs may hold it. */
    onAnswered: (path: string, status: number) => void
  },
): { remember: (request: FastifyRequest, document: PageDocument) => void } {
  const sentWith = new WeakMap<PageDocument, string[]>()
  // A document is found under one address.
  const loggedPaths = new WeakMap<PageDocument, string>()
  const underWay = new WeakMap<FastifyRequest, PageDocument>()
  let isClosing = false

  app.addHook('onSend', async (request, reply) => {
    const document = underWay.get(request)
    if (document && !sentWith.has(document)) sentWith.set(document, headersToRepeat(reply.getHeaders()))
  })
  // From here on Fastify tells callers to go elsewhere.
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

/** Not `serverFactory`: with it the time limits Fastify sets on its server would be ours to repeat. */
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

/** What depends on the request, or on which of the page's two forms is sent, is written each time. */
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
