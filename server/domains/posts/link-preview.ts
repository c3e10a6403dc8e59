import type { IncomingMessage } from 'node:http'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { Parser } from 'htmlparser2'

import {
  BlockedAddressError,
  type GuardOptions,
  type ResolvedAddress,
  findLiteralAddress,
  isPublicAddress,
  listAllowedAddresses,
  requestPinned,
  resolveHost,
} from '#server/platform/outgoing/pinned-request.ts'

export interface LinkPreview {
  title: string
  description: string
  imageUrl: string | null
  /** The final address, after redirects. */
  link: string
}

export type LinkPreviewFailure = 'blocked' | 'unreachable' | 'not_html' | 'bad_url'

export type LinkPreviewResult = { ok: true; preview: LinkPreview } | { ok: false; reason: LinkPreviewFailure }

export interface LinkPreviewOptions {
  /** One budget for name resolution, every redirect and the body. */
  timeoutMs?: number
  /** Cap on the body, counted before and again after decompression. */
  maxBytes?: number
  maxRedirects?: number
  resolve?: (host: string) => Promise<ResolvedAddress[]>
  isAllowedAddress?: (address: string, family: 4 | 6) => boolean
  allowedPorts?: number[]
}

const maxUrlCharacters = 2048
const maxTitleCharacters = 200
const maxDescriptionCharacters = 500
// Parsing hostile nesting is quadratic; the tags found so far are enough.
const maxParseMs = 40
const parseChunkCharacters = 2048
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const requestHeaders = {
  'user-agent': 'CheersLinkPreview/1.0',
  accept: 'text/html, application/xhtml+xml',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en, *;q=0.5',
}

class PreviewError extends Error {
  readonly reason: LinkPreviewFailure
  constructor(reason: LinkPreviewFailure) {
    super(reason)
    this.reason = reason
  }
}

/** Reads title, description and picture of a public web page; never throws and never reaches a private address. */
export async function fetchLinkPreview(
  url: string,
  options: LinkPreviewOptions = {},
): Promise<LinkPreviewResult> {
  const guard: GuardOptions = {
    resolve: options.resolve ?? resolveHost,
    isAllowedAddress: options.isAllowedAddress ?? isPublicAddress,
    allowedPorts: options.allowedPorts ?? [80, 443],
  }
  const signal = AbortSignal.timeout(options.timeoutMs ?? 5_000)
  try {
    const start = parseWebUrl(url)
    if (start === null) return { ok: false, reason: 'bad_url' }
    const page = await openPage(start, guard, options.maxRedirects ?? 3, signal)
    try {
      const { charset } = readContentType(page.response)
      const body = await readBody(page.response, options.maxBytes ?? 512 * 1024)
      const preview = readPreview(decodeHtml(body, charset), page.url, guard)
      return { ok: true, preview }
    } finally {
      page.response.destroy()
    }
  } catch (error) {
    if (error instanceof PreviewError) return { ok: false, reason: error.reason }
    return { ok: false, reason: error instanceof BlockedAddressError ? 'blocked' : 'unreachable' }
  }
}

function parseWebUrl(text: string, base?: URL): URL | null {
  if (text.length > maxUrlCharacters || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

async function openPage(
  start: URL,
  guard: GuardOptions,
  maxRedirects: number,
  signal: AbortSignal,
): Promise<{ url: URL; response: IncomingMessage }> {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const addresses = await withinBudget(listAllowedAddresses(url, guard), signal)
    const response = await withinBudget(requestPinned(url, addresses, requestHeaders, signal), signal)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (!redirectStatuses.has(status) || location === undefined) {
      const reason = status < 200 || status > 299 ? 'unreachable' : findBodyProblem(response)
      if (reason === null) return { url, response }
      response.destroy()
      throw new PreviewError(reason)
    }
    response.destroy()
    const next = parseWebUrl(location, url)
    if (next === null) throw new PreviewError('blocked')
    url = next
  }
  throw new PreviewError('unreachable')
}

/** Name resolution can't be cancelled, so it is left behind when the budget ends. */
async function withinBudget<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new PreviewError('unreachable'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function findBodyProblem(response: IncomingMessage): LinkPreviewFailure | null {
  const { mediaType } = readContentType(response)
  if (mediaType !== 'text/html' && mediaType !== 'application/xhtml+xml') return 'not_html'
  return null
}

function readContentType(response: IncomingMessage): { mediaType: string; charset: string | null } {
  const [mediaType = '', ...parameters] = (response.headers['content-type'] ?? '').split(';')
  const charset = parameters.join(';').match(/charset\s*=\s*"?([\w.:-]+)/i)?.[1] ?? null
  return { mediaType: mediaType.trim().toLowerCase(), charset }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const raw = await readUpTo(response, maxBytes)
  if (encoding === 'identity' || encoding === '') return raw
  const decoder = openDecoder(encoding)
  decoder.end(raw)
  return readUpTo(decoder, maxBytes)
}

// A sync flush at the end yields the data of a cut stream instead of failing on its missing tail.
function openDecoder(encoding: string): ReturnType<typeof createGunzip | typeof createBrotliDecompress> {
  if (encoding === 'gzip' || encoding === 'x-gzip')
    return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  if (encoding === 'deflate') return createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  throw new PreviewError('unreachable')
}

/** Leaving the loop destroys the stream, so the sender is cut off at the cap. */
async function readUpTo(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, maxBytes - bytes))
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks)
}

/** Byte order mark first, then the header, then the page's own meta tag, as browsers do. */
function decodeHtml(body: Buffer, headerCharset: string | null): string {
  const declared = headerCharset ?? findMetaCharset(body)
  return (findMarkDecoder(body) ?? findDecoder(declared) ?? new TextDecoder()).decode(body)
}

function findMarkDecoder(body: Buffer): TextDecoder | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return new TextDecoder('utf-8')
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le')
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be')
  return null
}

function findMetaCharset(body: Buffer): string | null {
  const start = body.subarray(0, 1024).toString('latin1')
  const tags = start.match(/<meta\s[^<>]*/gi) ?? []
  const labels = tags.map((tag) => /charset\s*=["'\s]*([\w.:-]+)/i.exec(tag)?.[1])
  const label = labels.find((found) => found !== undefined) ?? null
  // A page readable byte by byte up to here isn't UTF-16, whatever it claims.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function findDecoder(label: string | null): TextDecoder | null {
  try {
    return label === null ? null : new TextDecoder(label)
  } catch {
    return null
  }
}

function readPreview(html: string, url: URL, guard: GuardOptions): LinkPreview {
  const { title, metas } = readTags(html)
  function firstOf(...names: string[]): string {
    return names.map((name) => metas.get(name)).find((content) => content !== undefined) ?? ''
  }
  const image = firstOf(
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
  )
  return {
    title: toLine(firstOf('og:title', 'twitter:title') || title, maxTitleCharacters) || url.hostname,
    description: toLine(
      firstOf('og:description', 'twitter:description', 'description'),
      maxDescriptionCharacters,
    ),
    imageUrl: findImageUrl(image, url, guard),
    link: url.href,
  }
}

function readTags(html: string): { title: string; metas: Map<string, string> } {
  const metas = new Map<string, string>()
  let title: string | null = null
  let isInTitle = false
  let svgDepth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'svg') svgDepth += 1
      // An inline picture may carry a title of its own.
      if (name === 'title' && svgDepth === 0 && title === null) {
        isInTitle = true
        title = ''
      }
      const key = (attributes['property'] ?? attributes['name'])?.trim().toLowerCase()
      const content = attributes['content']?.trim()
      if (name === 'meta' && key && content && !metas.has(key)) metas.set(key, content)
    },
    ontext(text) {
      if (isInTitle) title = `${title ?? ''}${text}`
    },
    onclosetag(name) {
      if (name === 'svg') svgDepth -= 1
      if (name === 'title') isInTitle = false
    },
  })
  const stopAt = performance.now() + maxParseMs
  for (let offset = 0; offset < html.length && performance.now() < stopAt; offset += parseChunkCharacters) {
    parser.write(html.slice(offset, offset + parseChunkCharacters))
  }
  return { title: title ?? '', metas }
}

/** One line without control, direction-changing or invisible characters, cut at a length in characters. */
function toLine(text: string, maxCharacters: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line.slice(0, maxCharacters * 2 + 2))
  if (characters.length <= maxCharacters) return line
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`
}

/** Readers' browsers load the picture, so an address on their own network is dropped too. */
function findImageUrl(image: string, page: URL, guard: GuardOptions): string | null {
  const url = image === '' ? null : parseWebUrl(image, page)
  if (url === null) return null
  const literal = findLiteralAddress(url)
  return literal === null || guard.isAllowedAddress(literal.address, literal.family) ? url.href : null
}
