import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { limitedAddress } from './caller-address.ts'
import { parseJsonBody } from './json-body.ts'
import { LARGE_BODY_BYTES, type Patience } from './patience.ts'
import { createSlots } from './slots.ts'

/*
 * Which requests may carry a body, and which. A route that declares none takes none: whatever comes with it is refused
 * before a byte of it is read, and so is what comes in a type that the route did not name.
 */

/** What a route takes, as `config: { body }` of its declaration. */
export interface BodyRule {
  /** Media types, in lower case and without parameters. */
  types: readonly string[]
  /** Refused as `too_large` when more is announced, or comes. */
  maxBytes: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: the route takes no body. `unread`: it answers whatever comes, and looks at none of it. */
    body?: BodyRule | 'unread'
  }
  interface FastifyRequest {
    /** The body as it was sent; kept where a signature is over it. */
    rawBody?: Buffer
  }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

/** A post of 500,000 characters fits, in letters of two bytes. */
const JSON_BODY_MAX_BYTES = 1_048_576
/** The provider's largest events have some ten kilobytes. */
const SIGNED_BODY_MAX_BYTES = 262_144

export const JSON_BODY: BodyRule = { types: [JSON_TYPE], maxBytes: JSON_BODY_MAX_BYTES }

/** JSON that is kept as it came, because a signature is over its bytes. It is not parsed here. */
export const SIGNED_BODY: BodyRule = { types: [JSON_TYPE], maxBytes: SIGNED_BODY_MAX_BYTES }

/** What a form may hold depends on who sends it: `readMultipart` measures it. */
export const JSON_OR_FORM_BODY: BodyRule = { types: [JSON_TYPE, FORM_TYPE], maxBytes: JSON_BODY_MAX_BYTES }

/** Registers the one check that comes before every body, and the reading of JSON. */
export function registerBodies(app: FastifyInstance, patience: Patience): void {
  const large = createSlots({ perKey: patience.largeBodiesPerAddress, total: patience.largeBodies })
  app.addHook('onRequest', async (request) => checkBody(request))
  // Fastify reads JSON and plain text by itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: IncomingMessage) => {
    const isSigned = request.routeOptions.config.body === SIGNED_BODY
    const bytes = await readWhole(payload, {
      maxBytes: isSigned ? SIGNED_BODY_MAX_BYTES : JSON_BODY_MAX_BYTES,
      withinMs: patience.bodyWithinMs,
      takeRoom: () => large.take(limitedAddress(request.ip)),
    })
    if (isSigned) request.rawBody = bytes
    return isSigned || bytes.length === 0 ? {} : parseJsonBody(bytes)
  })
  // Forms are streamed to disk once it is known who may send them; nothing may read them before.
  app.addContentTypeParser(FORM_TYPE, (_request, _payload, done) => done(null, undefined))
}

export function isForm(request: FastifyRequest): boolean {
  return hasBody(request.raw) && mediaTypeOf(request.raw) === FORM_TYPE
}

/**
 * Throws `unsupported_media_type` for a body that the route does not take, `too_large` for what says it is, and
 * `not_found` where there is nothing to send it to.
 */
function checkBody(request: FastifyRequest): void {
  if (!hasBody(request.raw)) return
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (request.is404 && !isPage) throw new Failure(platformFailures.not_found)
  const { body: rule } = request.routeOptions.config
  if (rule === 'unread') return
  const type = mediaTypeOf(request.raw)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (!rule || type === null || !rule.types.includes(type) || encoding.toLowerCase() !== 'identity')
    throw new Failure(platformFailures.unsupported_media_type)
  if (type !== FORM_TYPE && Number(request.headers['content-length'] ?? 0) > rule.maxBytes)
    throw new Failure(platformFailures.too_large)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Types compare without case and parameters. null: there is none, or more than one. */
function mediaTypeOf({ headers, rawHeaders }: IncomingMessage): string | null {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type').length
  const [type = ''] = headers['content-type']?.split(';') ?? []
  return count > 1 || type === '' ? null : type.trim().toLowerCase()
}

/**
 * All of a small body. Throws `too_large` beyond `maxBytes`, `too_slow` when it is not there in time, and
 * `too_many_requests` when it is one of the larger ones and too many of those are being read.
 */
async function readWhole(
  payload: IncomingMessage,
  options: { maxBytes: number; withinMs: number; takeRoom: () => (() => void) | null },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  let sizeBytes = 0
  const places: (() => void)[] = []
  const timer = setTimeout(() => reject(new Failure(platformFailures.too_slow)), options.withinMs)
  const onData = (piece: Buffer): void => {
    sizeBytes += piece.length
    pieces.push(piece)
    if (sizeBytes > options.maxBytes) return reject(new Failure(platformFailures.too_large))
    if (sizeBytes <= LARGE_BODY_BYTES || places.length > 0) return
    const giveBack = options.takeRoom()
    if (giveBack) places.push(giveBack)
    else reject(new Failure(platformFailures.too_many_requests, { retryAfterSeconds: 2 }))
  }
  const onEnd = (): void => resolve(Buffer.concat(pieces, sizeBytes))
  const onBroken = (): void => reject(new Failure(platformFailures.bad_request))
  payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    payload.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
    for (const giveBack of places) giveBack()
  }
}
