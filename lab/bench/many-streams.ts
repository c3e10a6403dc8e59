import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { STREAMS_PER_USER } from '#contract/realtime.ts'

import {
  type Arrival,
  type Asked,
  bodyOf,
  latenciesOf,
  MESSAGE_EVERY_MS,
  MESSAGES,
  nowMs,
  openStreams,
  type Readable,
  serveRoom,
  SETTLE_MS,
} from './room-streams.ts'
import { inTemporaryFolder, judge, judgeAtMost, type Role, startRole } from './side-by-side.ts'

/*
 * A room that eight thousand open pages show, on one node: `node lab/bench/many-streams.ts`, or with another number. How long
 * after the commit each page has a message, and what memory a stream takes, beside a bare server that knows its readers,
 * asks nobody whether they may read, and writes the same bytes to each. The pages are in this process.
 */

const PORTS = { cheers: 3553, bare: 3554 }
const [role, argument, streamsOf] = process.argv.slice(2)
const STREAMS = Number((role === 'cheers' || role === 'bare' ? streamsOf : role) ?? 8000)
const LATE_SHARE = 0.95
/** What a node has to carry: eight thousand streams that are quick, and ten thousand of which each takes little. */
const QUICK_STREAMS_MAX = 8000
const LATENCY_MAX_MS = 700
const STREAM_MAX_KB = 30

if (role === 'cheers' && argument) await serveRoom(PORTS.cheers, argument, STREAMS)
else if (role === 'bare') serveBare()
else await measure()

interface Figures {
  medianMs: number
  lateMs: number
  kilobytesEach: number
}

async function measure(): Promise<void> {
  console.log(`${STREAMS} streams, ${MESSAGES} messages, one every ${MESSAGE_EVERY_MS} ms`)
  const bare = await figuresOf(await startRole(import.meta.filename, 'bare', '', String(STREAMS)))
  await inTemporaryFolder(async (folder) => {
    const cheers = await figuresOf(await startRole(import.meta.filename, 'cheers', folder, String(STREAMS)))
    const inMs = (share: 'medianMs' | 'lateMs') =>
      `${cheers[share].toFixed(0)} ms, bare ${bare[share].toFixed(0)} ms`
    console.log(`commit to browser, median            ${inMs('medianMs')}`)
    console.log(`commit to browser, p95               ${inMs('lateMs')}`)
    if (STREAMS <= QUICK_STREAMS_MAX)
      judgeAtMost(`commit to ${STREAMS} browsers, p95`, cheers.lateMs, LATENCY_MAX_MS, 'ms')
    judgeAtMost(`memory of ${STREAMS} streams, each`, cheers.kilobytesEach, STREAM_MAX_KB, 'KB')
    judge('memory of a stream of a bare server', bare.kilobytesEach / cheers.kilobytesEach, null)
  })
}

async function figuresOf(server: Role): Promise<Figures> {
  try {
    const before = Number(await server.ask('memory' satisfies Asked))
    const arrivals: Arrival[] = []
    await openStreams(server, STREAMS, (arrival) => arrivals.push(arrival))
    await sleep(SETTLE_MS)
    const after = Number(await server.ask('memory' satisfies Asked))
    const latencies = await latenciesOf(server, STREAMS, arrivals)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
    return {
      medianMs: at(0.5),
      lateMs: at(LATE_SHARE),
      kilobytesEach: (after - before) / 1024 / STREAMS,
    }
  } finally {
    await server.stop()
  }
}

/** Server-sent events with nothing behind them. */
function serveBare(): void {
  const readers = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: following\ndata: {}\n\n')
    readers.add(response)
  })
  const answers: Record<Exclude<Asked, 'rush'>, () => unknown> = {
    memory() {
      globalThis.gc?.()
      return process.memoryUsage().rss
    },
    async publish() {
      const sent = new Map<string, number>()
      const began = performance.now()
      for (let count = 0; count < MESSAGES; count += 1) {
        await sleep(Math.max(0, began + count * MESSAGE_EVERY_MS - performance.now()))
        sent.set(`bare:${count}`, nowMs())
        const event = Buffer.from(`id: bare:${count}\ndata: ${JSON.stringify({ body: bodyOf(count) })}\n\n`)
        for (const reader of readers) reader.write(event)
      }
      return sent
    },
  }
  process.on('message', (asked: 'memory' | 'publish') => {
    void Promise.resolve(answers[asked]()).then((answer) => process.send?.(answer))
  })
  process.once('SIGTERM', () => process.exit(0))
  server.listen(PORTS.bare, '127.0.0.1', () => {
    const members = Array.from({ length: STREAMS / STREAMS_PER_USER }, () => ({ token: '', cookie: '' }))
    process.send?.({ port: PORTS.bare, members, topic: 'bare', cookieName: 'bare' } satisfies Readable)
  })
}
