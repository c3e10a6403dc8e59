import type { IncomingMessage, ServerResponse } from 'node:http'

import { badRequest } from '../core/errors.ts'

/** A request with its body read and its path split. */
export interface Exchange {
  method: string
  url: URL
  segments: string[]
  request: IncomingMessage
  body: string
  /** The body as it was sent, for files. */
  bytes: Buffer
}

/** What a handler answers; the server writes it. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const MAX_BODY_BYTES = 1_000_000
/** Files are sent to this address. */
const FILES_PATH = '/v1/documents'
const MAX_FILE_BYTES = 11_000_000

/** Reads the whole body, refusing more than a megabyte, or ten where files are taken. */
export async function readExchange(request: IncomingMessage, baseUrl: string): Promise<Exchange> {
  const maxBytes = request.url === FILES_PATH ? MAX_FILE_BYTES : MAX_BODY_BYTES
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > maxBytes) throw badRequest('The request body is too large.')
    chunks.push(bytes)
  }
  const bytes = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', baseUrl)
  return {
    method: request.method ?? 'GET',
    url,
    segments: url.pathname.split('/').filter((part) => part !== ''),
    request,
    body: bytes.toString('utf8'),
    bytes,
  }
}

/** A JSON answer, never cached. */
export function jsonReply(status: number, value: unknown): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}

/** Redirects the browser after a form. */
export function redirectReply(location: string): Reply {
  return { status: 303, headers: { location }, body: '' }
}

/** Sends a reply. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    'content-length': String(Buffer.byteLength(reply.body)),
    ...reply.headers,
  })
  response.end(reply.body)
}

function setDeep(target: Record<string, unknown>, path: string[], value: string): void {
  const [head, ...rest] = path
  if (head === undefined) return
  if (rest.length === 0) {
    Object.defineProperty(target, head, { value, enumerable: true, writable: true, configurable: true })
    return
  }
  const existing = Object.hasOwn(target, head) ? target[head] : undefined
  const inner = isRecord(existing) ? existing : {}
  Object.defineProperty(target, head, { value: inner, enumerable: true, writable: true, configurable: true })
  setDeep(inner, rest, value)
}

/** A JSON object, as opposed to an array, null or a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A file in a form, as its part describes it. */
export interface SentFile {
  name: string
  mime: string
  sizeBytes: number
}

/** The fields of a form with files; its text is read byte by byte, so that a file keeps its size. */
function parseForm(exchange: Exchange, boundary: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const part of exchange.bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').slice(0, -2)
    const field = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const name = /filename="([^"]*)"/.exec(head)?.[1]
    const mime = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    const file: SentFile = { name: name ?? '', mime, sizeBytes: content.length }
    setDeep(fields, [field], name === undefined ? content : JSON.stringify(file))
  }
  return fields
}

/** The body as an object: JSON, or form-encoded with notes[key] brackets. Empty means no fields. */
export function parseBody(exchange: Exchange): Record<string, unknown> {
  if (exchange.body.trim() === '') return {}
  const type = exchange.request.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary !== undefined) return parseForm(exchange, boundary)
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const parsed: Record<string, unknown> = {}
    for (const [key, value] of new URLSearchParams(exchange.body)) {
      setDeep(parsed, key.replaceAll(']', '').split('['), value)
    }
    return parsed
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(exchange.body)
  } catch {
    throw badRequest('The request body is not valid JSON.')
  }
  if (!isRecord(parsed)) {
    // PHP can't tell an empty array from an empty object, so Razorpay takes [] as no fields.
    if (Array.isArray(parsed) && parsed.length === 0) return {}
    throw badRequest('The request body must be a JSON object.')
  }
  return parsed
}
