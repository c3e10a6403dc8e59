import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Allowances } from './allowances.ts'
import { limitedAddress } from './caller-address.ts'
import { parseJsonBody } from './json-body.ts'
import { LARGE_BODY_BYTES, type Patience } from './patience.ts'
import { createSlots } from './slots.ts'

/*
 * Which requests may carry a body, and of which kind. A route that declares none takes none: any body is refused before
 * a byte of it is read, and so is a type that the route doesn't name.
 */

/** The bodies a route takes, as `config: { body }` of its declaration. */
export interface BodyRule {
  /** Media types, in lower case and without parameters. */
  types: readonly string[]
  /** Refused as `too_large` when more is announced, or arrives. */
  maxBytes: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: the route takes no body. `unread`: it answers without looking at the body. */
    body?: BodyRule | 'unread'
  }
  interface FastifyRequest {
    /** The body as it was sent; kept where a signature covers it. */
    rawBody?: Buffer
  }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

/** Most calls carry far less; a body this small is read in less than a millisecond. */
const JSON_BODY_MAX_BYTES = LARGE_BODY_BYTES
/** A post of 500,000 two-byte characters fits; so does a caption file. */
const LONG_BODY_MAX_BYTES = 1_048_576
/** The provider's largest events have some ten kilobytes. */
const SIGNED_BODY_MAX_BYTES = 262_144

/** When a refused large body may be sent again, in seconds. */
const LARGE_RETRY_SECONDS = 2

export const JSON_BODY: BodyRule = { types: [JSON_TYPE], maxBytes: JSON_BODY_MAX_BYTES }
export const LONG_JSON_BODY: BodyRule = { types: [JSON_TYPE], maxBytes: LONG_BODY_MAX_BYTES }

/** JSON kept as it came, because a signature covers its bytes. It isn't parsed here. */
export const SIGNED_BODY: BodyRule = { types: [JSON_TYPE], maxBytes: SIGNED_BODY_MAX_BYTES }

/** A form's limit depends on its sender: `readMultipart` measures it. */
export const JSON_OR_FORM_BODY: BodyRule = { types: [JSON_TYPE, FORM_TYPE], maxBytes: LONG_BODY_MAX_BYTES }

/** Registers the one check that comes before every body, and the JSON parser. */
export function registerBodies(app: FastifyInstance, patience: Patience, bytes: Allowances): void {
  const large = createSlots({ perKey: patience.largeBodiesPerAddress, total: patience.largeBodies })
  app.addHook('onRequest', async (request) => checkBody(request, bytes))
  // Fastify reads JSON and plain text by default.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { body: rule } = request.routeOptions.config
    const isSigned = rule === SIGNED_BODY
    const address = limitedAddress(request.ip)
    const body = await readWhole(payload, {
      maxBytes: typeof rule === 'object' ? rule.maxBytes : 0,
      withinMs: patience.bodyWithinMs,
      takeRoom: () => (isSigned || bytes.hasLeft(address) ? large.take(address) : null),
      onLarge: (sizeBytes) => {
        if (!isSigned) bytes.spend(address, sizeBytes)
      },
    })
    if (isSigned) request.rawBody = body
    return isSigned || body.length === 0 ? {} : parseJsonBody(body)
  })
}

export function isForm(request: FastifyRequest): boolean {
  return hasBody(request.raw) && mediaTypeOf(request.raw) === FORM_TYPE
}

/**
 * Throws `unsupported_media_type` for a body that the route doesn't take, `too_large` for an announced length above its
 * limit, `too_many_requests` for a large one of an address that has sent too many, and `not_found` where no route
 * exists.
 */
function checkBody(request: FastifyRequest, bytes: Allowances): void {
  if (!hasBody(request.raw)) return
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (request.is404 && !isPage) throw new Failure(platformFailures.not_found)
  const { body: rule } = request.routeOptions.config
  if (rule === 'unread') return
  const type = mediaTypeOf(request.raw)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (!rule || type === null || !rule.types.includes(type) || encoding.toLowerCase() !== 'identity')
    throw new Failure(platformFailures.unsupported_media_type)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (type !== FORM_TYPE && announced > rule.maxBytes) throw new Failure(platformFailures.too_large)
  if (announced <= LARGE_BODY_BYTES || rule === SIGNED_BODY || type === FORM_TYPE) return
  if (!bytes.hasLeft(limitedAddress(request.ip)))
    throw new Failure(platformFailures.too_many_requests, { retryAfterSeconds: LARGE_RETRY_SECONDS })
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
 * All of a small body. Throws `too_large` beyond `maxBytes`, `too_slow` when it doesn't arrive in time, and
 * `too_many_requests` when it is one of the larger ones and too many of those are being read.
 */
async function readWhole(
  payload: IncomingMessage,
  options: {
    maxBytes: number
    withinMs: number
    takeRoom: () => (() => void) | null
    /** Called once with the size of a large one, whatever its outcome. */
    onLarge: (sizeBytes: number) => void
  },
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
    else reject(new Failure(platformFailures.too_many_requests, { retryAfterSeconds: LARGE_RETRY_SECONDS }))
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
    if (sizeBytes > LARGE_BODY_BYTES) options.onLarge(sizeBytes)
  }
}
