import type { ServerResponse } from 'node:http'

import { FOLLOWING, GAP, REFUSED, REPLACED } from '#contract/realtime.ts'

import type { Viewer } from '../http/implement.ts'
import type { EventRow, Position } from './queries.ts'

/** A client with this much unread is cut off; it comes back and says where it was. */
const UNREAD_MAX_BYTES = 262_144

/** Proxies close connections that say nothing, often after a minute. */
const QUIET_MAX_MS = 25_000

/** How often session and topics are checked anew. */
const CHECK_EVERY_MS = 60_000

/** An event as it is written. */
export interface SentEvent {
  seq: number
  bytes: string
  /** Whose doing it is. */
  byId: string | null
}

/** One client's stream of server-sent events. */
export interface Stream {
  /** The number of the last event sent of each topic; null: what came before is still being read. */
  readonly sent: Map<string, number | null>
  /** Live events that wait for older ones. */
  readonly held: Map<string, SentEvent[]>
  /** People whose doing this client isn't told of. */
  keptApart: ReadonlySet<string>
  write(bytes: string): void
  /** Asks for a check at the next opportunity. */
  checkSoon(): void
  isCheckDue(nowMs: number): boolean
  /** Who it is for now, or null when the session has ended. */
  findViewer(): Promise<Viewer | null>
  keepAlive(nowMs: number): void
  end(): void
}

/** Starts the answer on a response that Fastify has handed over. */
export function startStream(response: ServerResponse, findViewer: Stream['findViewer']): Stream {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store',
    // Read by nginx, which otherwise collects an answer before it passes it on.
    'x-accel-buffering': 'no',
  })
  let wroteAtMs = performance.now()
  let checkAtMs = wroteAtMs + CHECK_EVERY_MS

  function write(bytes: string): void {
    if (response.destroyed || response.writableEnded) return
    response.write(bytes)
    wroteAtMs = performance.now()
    if (response.writableLength > UNREAD_MAX_BYTES) response.destroy()
  }

  return {
    sent: new Map(),
    held: new Map(),
    keptApart: new Set(),
    write,
    checkSoon() {
      checkAtMs = 0
    },
    isCheckDue(nowMs) {
      if (nowMs < checkAtMs) return false
      checkAtMs = nowMs + CHECK_EVERY_MS
      return true
    },
    findViewer,
    keepAlive: (nowMs) => nowMs - wroteAtMs > QUIET_MAX_MS && write(':\n\n'),
    end: () => void response.end(),
  }
}

/** One event as it is sent, with its number for `since`. */
export function eventBytes(topic: string, { seq, name, data }: Omit<EventRow, 'byId'>): string {
  return `id: ${topic}:${seq}\nevent: ${name}\ndata: ${data}\n\n`
}

export function gapBytes({ topic, seq }: Position): string {
  return eventBytes(topic, { seq, name: GAP, data: '{}' })
}

export function followingBytes(positions: readonly Position[]): string {
  const data = JSON.stringify(Object.fromEntries(positions.map(({ topic, seq }) => [topic, seq])))
  return `event: ${FOLLOWING}\ndata: ${data}\n\n`
}

export function refusedBytes(topic: string): string {
  return `event: ${REFUSED}\ndata: ${JSON.stringify({ topic })}\n\n`
}

export const REPLACED_BYTES = `event: ${REPLACED}\ndata: {}\n\n`
