import http from 'node:http'
import net from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Rig } from '../media-server.ts'

/** Loopback has many addresses: strangers use a different one from the visitor, as they would. */
const STRANGERS_ADDRESS = '127.0.0.66'

/** The outcome of a request that may be cut, refused or answered. */
export interface Outcome {
  /** null: the connection ended without an answer. */
  status: number | null
  body: string
  tookMs: number
}

/**
 * How long a stranger waits between requests, in ms. The proof is that a request costs no more than its size; against a
 * flood of them there are limits by address, and the balancer's.
 */
const PAUSE_MS = 25
const PROBE_MS = 2000

/** Sends one request as a stranger and waits for its outcome; never throws. */
export async function strike(...request: Parameters<typeof send>): Promise<Outcome> {
  await sleep(PAUSE_MS)
  return send(...request)
}

/** Larger bodies go out piece by piece: copying megabytes in one go would stop a processor that we measure on. */
const AT_ONCE_MAX_BYTES = 2_000_000
const PIECE_BYTES = 65_536

function* piecesOf(body: Buffer): Iterable<Buffer> {
  for (let from = 0; from < body.length; from += PIECE_BYTES) yield body.subarray(from, from + PIECE_BYTES)
}

export function send(
  rig: Rig,
  method: string,
  at: string,
  {
    headers = {},
    body,
    isCreator = false,
    timeoutMs = 20_000,
    from = STRANGERS_ADDRESS,
  }: {
    headers?: Record<string, string | number>
    body?: string | Buffer
    /** With the session of the rig's creator. */
    isCreator?: boolean
    timeoutMs?: number
    /** Another address of loopback. */
    from?: string
  } = {},
): Promise<Outcome> {
  const beganAt = performance.now()
  const { hostname, port } = new URL(rig.baseUrl)
  return new Promise((resolve) => {
    const end = (status: number | null, text = '') =>
      resolve({ status, body: text, tookMs: performance.now() - beganAt })
    const request = http.request({
      hostname,
      port,
      method,
      path: at,
      localAddress: from,
      headers: {
        ...(isCreator ? { authorization: `Bearer ${rig.token}`, cookie: rig.cookie } : {}),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      agent: false,
    })
    request.setTimeout(timeoutMs, () => request.destroy())
    request.once('error', () => end(null))
    request.once('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', () => end(response.statusCode ?? null))
      response.once('end', () => end(response.statusCode ?? null, Buffer.concat(parts).toString('utf8')))
    })
    if (body === undefined || body.length <= AT_ONCE_MAX_BYTES) request.end(body)
    // Never a copy: memory that the system has to clear costs more than the sending.
    else Readable.from(piecesOf(typeof body === 'string' ? Buffer.from(body) : body)).pipe(request)
  })
}

/**
 * Opens a connection, writes the given beginning of a request, and then says nothing. Answers after how long it was
 * cut.
 */
export function stall(
  rig: Rig,
  beginning: string,
  { patienceMs, reads = true }: { patienceMs: number; reads?: boolean },
): Promise<{ cutAfterMs: number | null; answer: string }> {
  const beganAt = performance.now()
  const { hostname, port } = new URL(rig.baseUrl)
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: STRANGERS_ADDRESS })
    let answer = ''
    // A client that doesn't read learns only by writing that the connection has ended; empty lines between requests
    // mean nothing.
    const probe = reads ? undefined : setInterval(() => socket.write('\r\n'), PROBE_MS)
    const end = (cutAfterMs: number | null) => {
      clearTimeout(timer)
      clearInterval(probe)
      socket.destroy()
      resolve({ cutAfterMs, answer })
    }
    const timer = setTimeout(() => end(null), patienceMs)
    socket.once('error', () => end(performance.now() - beganAt))
    socket.once('close', () => end(performance.now() - beganAt))
    if (reads) socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1').slice(0, 200)))
    else socket.pause()
    socket.write(beginning)
  })
}
