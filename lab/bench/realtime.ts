import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { EVENTS_PATH, STREAMS_PER_USER } from '#contract/realtime.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { onPublished } from '#server/platform/realtime/publish.ts'

import { inTemporaryFolder, judgeAtMost, startRole } from './side-by-side.ts'

/*
 * A room that a thousand open pages show: `node lab/bench/realtime.ts`. How long after the commit each page has a message, and
 * whether the room takes as many messages a second as its budget has, while nobody reads. The pages are in this process,
 * Cheers in its own.
 */

const CHEERS_PORT = 3553
const STREAMS = 1000
/** All of them at once would fill the queue of connections that nobody has accepted yet. */
const OPENED_AT_ONCE = 250
/** For what was sent to arrive. */
const SETTLE_MS = 3000
const DAY_MS = 86_400_000
/** How many messages are written slowly, and how often. */
const MESSAGES = 200
const MESSAGE_EVERY_MS = 100
/** The slowest of twenty arrivals. */
const LATE_SHARE = 0.95
const LATENCY_MAX_MS = 250
/** In the rush, each of so many people writes one message after another. */
const RUSH_WRITERS = 16
const RUSH_MESSAGES = 3000
/** A budget (docs/performance.md). */
const RUSH_MIN_EACH_SECOND = 100

interface Member {
  token: string
  cookie: string
}

/** What the server's process is asked. */
type Asked = 'publish' | 'rush'

/** What it says once it is ready. */
interface Readable {
  members: Member[]
  topic: string
  cookieName: string
}

interface Arrival {
  id: string
  atMs: number
}

/** A room, and people who have been here long enough to write as often as they like. */
interface Room {
  roomId: string
  authorIds: string[]
}

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serveRoom(argument)
else await measure()

async function measure(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const server = await startRole(import.meta.filename, 'cheers', folder)
    try {
      const arrivals: Arrival[] = []
      const streams = await openStreams(server.said as Readable, (arrival) => arrivals.push(arrival))
      const committed = (await server.ask('publish' satisfies Asked)) as Map<string, number>
      await sleep(SETTLE_MS)
      for (const stream of streams) stream.destroy()
      const latencies = latenciesOf(committed, arrivals)
      console.log(`${STREAMS} streams, ${MESSAGES} messages, one every ${MESSAGE_EVERY_MS} ms`)
      console.log(`commit to browser, median: ${latencies[latencies.length / 2]?.toFixed(0)} ms`)
      const late = latencies[Math.floor(latencies.length * LATE_SHARE)] ?? 0
      judgeAtMost('commit to browser, p95', late, LATENCY_MAX_MS, 'ms')
      await sleep(SETTLE_MS)
      const rush = Number(await server.ask('rush' satisfies Asked))
      console.log(`messages in one room: ${rush.toFixed(0)} a second (budget: ${RUSH_MIN_EACH_SECOND})`)
      if (rush < RUSH_MIN_EACH_SECOND) process.exitCode = 1
    } finally {
      await server.stop()
    }
  })
}

/** Opens all streams; each event that arrives at any of them is told. */
async function openStreams(room: Readable, hear: (arrival: Arrival) => void): Promise<IncomingMessage[]> {
  const streams: IncomingMessage[] = []
  while (streams.length < STREAMS) {
    const party = Array.from({ length: OPENED_AT_ONCE }, (_, index) => {
      const member = room.members[Math.floor((streams.length + index) / STREAMS_PER_USER)]
      if (!member) throw new RangeError('There are too few members')
      return openStream(member, room, (id) => hear({ id, atMs: nowMs() }))
    })
    streams.push(...(await Promise.all(party)))
  }
  return streams
}

/** Resolves with a stream once it has said where it begins. */
function openStream(
  { token, cookie }: Member,
  { topic, cookieName }: Readable,
  hear: (id: string) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, cookie: `${cookieName}=${cookie}` }
    const url = `http://127.0.0.1:${CHEERS_PORT}${EVENTS_PATH}?topics=${topic}`
    const request = get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`A stream was refused: ${response.statusCode}`))
      let unread = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (unread + piece).split('\n')
        unread = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('id: ')) hear(line.slice(4))
          else if (line === 'event: following') resolve(response)
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
  })
}

/** How long after its commit each message arrived at each of the streams, in milliseconds; the shortest first. */
function latenciesOf(committed: ReadonlyMap<string, number>, arrivals: readonly Arrival[]): number[] {
  const expected = STREAMS * MESSAGES
  if (arrivals.length !== expected) throw new Error(`${arrivals.length} of ${expected} events arrived`)
  return arrivals
    .map(({ id, atMs }) => atMs - (committed.get(id) ?? Number.NaN))
    .toSorted((one, other) => one - other)
}

/** The same clock in both processes, finer than a millisecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Runs Cheers with a room that all streams may show, and answers what the bench asks. */
async function serveRoom(dataDir: string): Promise<void> {
  const server = await startServer({ env: productionEnv(CHEERS_PORT, dataDir) })
  const { platform } = server
  const { db } = platform.database
  const { id: creatorId } = await aCreator(db, (await aUser(db)).id)
  const { id: roomId } = await aRoom(db, creatorId)
  const members: Member[] = []
  const authorIds: string[] = []
  for (let count = 0; count < STREAMS / STREAMS_PER_USER; count += 1) {
    const { id } = await aUser(db, { now: new Date(Date.now() - 30 * DAY_MS) })
    authorIds.push(id)
    members.push(await aSession(db, platform, id))
  }
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  process.on('message', (asked: Asked) => {
    const write = asked === 'publish' ? writeSlowly : writeInARush
    void write(server, { roomId, authorIds }).then((answer) => process.send?.(answer))
  })
  const cookieName = sessionCookieName(platform.config.publicUrl)
  process.send?.({ members, topic: `channel:${roomId}`, cookieName } satisfies Readable)
}

/** Writes one message after another, as people do; answers when each was committed. */
async function writeSlowly(
  { platform }: RunningServer,
  { roomId, authorIds }: Room,
): Promise<Map<string, number>> {
  const { db } = platform.database
  const committed = new Map<string, number>()
  const stop = onPublished(db, (published) => {
    for (const { topic, seq } of published) committed.set(`${topic}:${seq}`, nowMs())
  })
  const began = performance.now()
  for (let count = 0; count < MESSAGES; count += 1) {
    await sleep(Math.max(0, began + count * MESSAGE_EVERY_MS - performance.now()))
    const body = `${count} ${'The record is mixed, and one thunderstorm stayed. '.repeat(4)}`
    await aMessage(db, roomId, authorIds[count % authorIds.length] ?? '', { body })
  }
  stop()
  return committed
}

/** Many write as fast as they can; answers how many messages a second were committed. */
async function writeInARush({ platform }: RunningServer, { roomId, authorIds }: Room): Promise<number> {
  const { db } = platform.database
  let begun = 0
  async function writeOn(authorId: string): Promise<void> {
    while (begun < RUSH_MESSAGES) {
      begun += 1
      await aMessage(db, roomId, authorId, { body: `Message ${begun}` })
    }
  }
  const began = performance.now()
  await Promise.all(authorIds.slice(0, RUSH_WRITERS).map(writeOn))
  return RUSH_MESSAGES / ((performance.now() - began) / 1000)
}
