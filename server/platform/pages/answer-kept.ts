import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { answerEarly } from '../http/early-answers.ts'
import { loggedUrl } from '../logged-url.ts'
import { choose, type PageDocument } from './page-document.ts'

/**
 * Kept pages are answered before anything else is done for the request: that costs many times what sending them does.
 * The first answer takes the normal route, and its headers, including the security ones, are repeated.
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

  app.addHook('onSend', async (request, reply) => {
    const document = underWay.get(request)
    if (document && !sentWith.has(document)) sentWith.set(document, headersToRepeat(reply.getHeaders()))
  })

  answerEarly(app, (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const document = options.find(request.raw)
    const repeated = document && sentWith.get(document)
    if (!repeated) return false
    const status = answer(document, repeated, request, reply)
    options.onAnswered(loggedPath(document, request.url), status)
    return true
  })

  /** Taking secrets out of an address costs more than sending the page. */
  function loggedPath(document: PageDocument, url: string): string {
    const known = loggedPaths.get(document)
    if (known !== undefined) return known
    const logged = loggedUrl(url)
    loggedPaths.set(document, logged)
    return logged
  }

  return { remember: (request, document) => void underWay.set(request, document) }
}

/** Past Fastify's own sending, which would compress what is compressed already. Returns the status. */
function answer(
  document: PageDocument,
  repeated: readonly string[],
  { raw, method }: FastifyRequest,
  reply: FastifyReply,
): number {
  const { tag, isKnown, isGzipped, length, bytes } = choose(document, raw.headers)
  const headers = [...repeated, 'etag', tag]
  if (!isKnown) headers.push('content-type', document.contentType, 'content-length', String(length))
  if (!isKnown && isGzipped) headers.push('content-encoding', 'gzip')
  const status = isKnown ? 304 : 200
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(isKnown || method === 'HEAD' ? undefined : bytes())
  return status
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
