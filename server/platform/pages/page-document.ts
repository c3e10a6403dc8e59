import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/**
 * A document sent unchanged to many: its bytes, compressed once, and a name for exactly these bytes. Only the compressed
 * form is there, a fifth of the other, which hardly anybody asks for and is made for whoever does.
 */
export interface PageDocument {
  contentType: string
  gzipped: Buffer
  /** Without quotes. */
  hash: string
}

export async function makePageDocument(text: string, contentType: string): Promise<PageDocument> {
  const bytes = Buffer.from(text)
  // Copied, because what zlib answers is the beginning of 64 KB.
  const gzipped = Buffer.from(new Uint8Array(await compress(bytes)).buffer)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { contentType, gzipped, hash }
}

/**
 * Sends a document, or 304 when the reader has it. Readers ask every time, so changes are seen at once; `vary` names
 * the request headers, besides the encodings, that the answer depends on. Shared caches may keep it unless it is
 * `isPrivate`.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PageDocument,
  options: { vary?: string; isPrivate?: boolean } = {},
): FastifyReply {
  const isGzipped = acceptsGzip(request.headers['accept-encoding'])
  // A strong tag names bytes, and compressed ones are other bytes.
  const tag = `"${document.hash}${isGzipped ? '-gz' : ''}"`
  void reply
    .header('etag', tag)
    .header('cache-control', `${options.isPrivate ? 'private' : 'public'}, max-age=0, must-revalidate`)
    .header('vary', options.vary ? `${options.vary}, Accept-Encoding` : 'Accept-Encoding')
  if (matches(request.headers['if-none-match'], tag)) return reply.status(304).send()
  void reply.type(document.contentType)
  if (isGzipped) void reply.header('content-encoding', 'gzip')
  return reply.send(isGzipped ? document.gzipped : gunzipSync(document.gzipped))
}

function acceptsGzip(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): proxies that compress mark our tags with W/. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === tag)
}
