import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Asked } from './mix.ts'

const TIMEOUT_MS = 30_000
/** In all, as a proxy keeps them. */
const AT_ONCE = 128

/** Connections that are kept, as a proxy keeps them. */
export interface Connections {
  agent: http.Agent
  /** For so long, what may be tried again is. */
  tryForMs: number
  /** Waits for one to be free, first come, first served. Whoever got it gives it back. */
  take: () => Promise<void>
  giveBack: () => void
  /** How many requests each node works on, by its port. */
  underWay: Map<number, number>
}

/** As deploy/caddy/Caddyfile has it. */
const TRY_FOR_MS = 5000
const TRY_EVERY_MS = 100

export function keepConnections(tryForMs = TRY_FOR_MS): Connections {
  let free = AT_ONCE
  const waiting: (() => void)[] = []
  return {
    agent: new http.Agent({ keepAlive: true }),
    tryForMs,
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    giveBack() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
    underWay: new Map(),
  }
}

/** As deploy/caddy and deploy/nginx choose: the node that works on the fewest, any of those if there are several. 0: there is none. */
function leastBusy({ underWay }: Connections, ports: readonly number[]): number {
  const counts = ports.map((port) => underWay.get(port) ?? 0)
  const fewest = ports.filter((_, index) => counts[index] === Math.min(...counts))
  return fewest[Math.floor(Math.random() * fewest.length)] ?? 0
}

export interface Answer {
  /** What was wrong; null: nothing. */
  problem: string | null
  /** What came with it, if it is kept. */
  text: string
}

/**
 * Asks one of the nodes that take requests now, by their `ports`. It is chosen when there is a connection for it: one chosen
 * earlier may be gone by then. What may be repeated is asked again, of the least busy at that moment.
 */
export async function ask(
  connections: Connections,
  ports: () => readonly number[],
  asked: Asked,
): Promise<Answer> {
  await connections.take()
  try {
    const giveUpAt = performance.now() + connections.tryForMs
    for (;;) {
      try {
        return await askCounted(connections, leastBusy(connections, ports()), asked)
      } catch (error) {
        if (!(error instanceof MayBeRepeated) || performance.now() > giveUpAt)
          return { problem: (error as Error).message, text: '' }
      }
      await sleep(TRY_EVERY_MS)
    }
  } finally {
    connections.giveBack()
  }
}

async function askCounted({ agent, underWay }: Connections, port: number, asked: Asked): Promise<Answer> {
  underWay.set(port, (underWay.get(port) ?? 0) + 1)
  try {
    return await askOnce(agent, port, asked)
  } finally {
    underWay.set(port, (underWay.get(port) ?? 1) - 1)
  }
}

/** No node is ready, or this one no longer listens, closed a kept connection before it read anything, or closed one before it answered a GET. */
class MayBeRepeated extends Error {}

function askOnce(agent: http.Agent, port: number, asked: Asked): Promise<Answer> {
  if (port === 0) return Promise.reject(new MayBeRepeated('no node was ready'))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
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
    reject(mayBeRepeated(request, error) ? new MayBeRepeated(error.message) : error),
  )
  request.once('response', (response) => {
    const isRight = response.statusCode === 200
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      if (asked.isAnswerKept || (!isRight && text.length < 200)) text += part
    })
    response.once('error', reject)
    response.once('end', () =>
      resolve({ problem: isRight ? null : `${response.statusCode} ${text.slice(0, 120)}`, text }),
    )
  })
  request.end(body ?? undefined)
  return promise
}

/** As Caddy decides it: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#lb_retry_match. */
function mayBeRepeated(
  { reusedSocket, method }: http.ClientRequest,
  { code }: NodeJS.ErrnoException,
): boolean {
  return code === 'ECONNREFUSED' || (code === 'ECONNRESET' && (reusedSocket || method === 'GET'))
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
