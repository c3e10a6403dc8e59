import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Asked } from './mix.ts'

const TIMEOUT_MS = 30_000
/** Of one node: as a proxy keeps them. */
const SOCKETS = 128

export function keptConnections(): http.Agent {
  return new http.Agent({ keepAlive: true, maxSockets: SOCKETS })
}

/** What a node can't have read is tried again for so long, so often: as deploy/caddy/Caddyfile does. */
const TRY_FOR_MS = 5000
const TRY_EVERY_MS = 100

/** Asks a node, and answers what was wrong; null: nothing. What a node can't have read is asked again, of the next node. */
export async function ask(agent: http.Agent, port: () => number, asked: Asked): Promise<string | null> {
  let giveUpAt = Infinity
  for (;;) {
    try {
      return await askOnce(agent, port(), asked)
    } catch (error) {
      if (!(error instanceof NeverRead) || performance.now() > giveUpAt) return (error as Error).message
    }
    // From the first refusal on: until then it may have waited for one of our own connections.
    giveUpAt = Math.min(giveUpAt, performance.now() + TRY_FOR_MS)
    await sleep(TRY_EVERY_MS)
  }
}

/** The node no longer listens, or closed a kept connection before it read anything. */
class NeverRead extends Error {}

function askOnce(agent: http.Agent, port: number, asked: Asked): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const body = asked.body === null ? null : JSON.stringify(asked.body)
  const request = http.request({
    agent,
    host: '127.0.0.1',
    port,
    method: asked.method,
    path: asked.path,
    timeout: TIMEOUT_MS,
    headers: headersOf(asked, body),
  })
  request.once('timeout', () => request.destroy(new Error('no answer')))
  request.once('error', (error: NodeJS.ErrnoException) =>
    reject(neverRead(request, error) ? new NeverRead(error.message) : error),
  )
  request.once('response', (response) => {
    const isRight = response.statusCode === 200
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      if (!isRight && text.length < 200) text += part
    })
    response.once('error', reject)
    response.once('end', () => resolve(isRight ? null : `${response.statusCode} ${text.slice(0, 120)}`))
  })
  request.end(body ?? undefined)
  return promise
}

function neverRead({ reusedSocket }: http.ClientRequest, { code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNREFUSED' || (reusedSocket && code === 'ECONNRESET')
}

/** As a signed-in browser behind the proxy of a node in production. */
function headersOf({ caller, path, address }: Asked, body: string | null): Record<string, string> {
  return {
    host: 'cheers.example',
    'x-forwarded-for': address,
    'x-forwarded-proto': 'https',
    accept: path.startsWith('/api') ? 'application/json' : 'text/html',
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(caller && {
      authorization: `Bearer ${caller.token}`,
      cookie: `__Host-cheers=${caller.cookie}`,
    }),
    ...(body !== null && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
}
