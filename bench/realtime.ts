import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { EVENTS_PATH, STREAMS_PER_USER } from '#contract/realtime.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { onPublished } from '#server/platform/realtime/publish.ts'

import {
  giveMemoryBack,
  inTemporaryFolder,
  judgeAtLeast,
  judgeAtMost,
  median,
  type Role,
  startCheers,
} from './side-by-side.ts'

/*
 * A room that a thousand open pages show: `node bench/realtime.ts`. How long after the commit each page has a message, what
 * memory a stream takes, and how many messages a second many people can write in one room while nobody reads. The
 * pages are in this process, Cheers in its own.
 */

const CHEERS_PORT = 3551
const STREAMS = 1000
const WARM_UP_STREAMS = 200
const MESSAGES = 200
const MESSAGE_EVERY_MS = 100
/** In the rush, each of so many people writes one message after another. */
const RUSH_WRITERS = 16
const RUSH_MESSAGES = 3000
const RUSH_MIN_EACH_SECOND = 300
const DAY_MS = 86_400_000
/** The slowest of twenty arrivals. */
const LATE_SHARE = 0.95
const LATENCY_MAX_MS = 250
const STREAM_MAX_KB = 30
/** Servers whose memory is measured: it grows by pages and differs by a third from one to the next. */
const MEMORY_ROUNDS = 3
/** For connections to close, and memory to be given back. */
const SETTLE_MS = 3000

interface Member {
  token: string
  cookie: string
}

/** What the server's process is asked, and answers. */
type Asked = 'memory' | 'publish' | 'rush'

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serve(argument)
else await measure()

async function measure(): Promise<void> {
  const kilobytes: number[] = []
  let latencies: number[] = []
  let rush = 0
  for (let round = 0; round < MEMORY_ROUNDS; round += 1)
    await inTemporaryFolder(async (folder) => {
      const server = await startCheers(import.meta.filename, 'cheers', folder)
      try {
        const { streams, arrivals, kilobytesEach } = await openAll(server)
        kilobytes.push(kilobytesEach)
        if (round === MEMORY_ROUNDS - 1) latencies = await latenciesOf(server, arrivals)
        for (const stream of streams) stream.destroy()
        await sleep(SETTLE_MS)
        if (round === MEMORY_ROUNDS - 1) rush = Number(await server.ask('rush' satisfies Asked))
      } finally {
        await server.stop()
      }
    })
  console.log(`${STREAMS} streams, ${MESSAGES} messages, one every ${MESSAGE_EVERY_MS} ms`)
  console.log(`commit to browser, median            ${latencies[latencies.length / 2]?.toFixed(0)} ms`)
  const late = latencies[Math.floor(latencies.length * LATE_SHARE)] ?? 0
  judgeAtMost('commit to browser, p95', late, LATENCY_MAX_MS, 'ms')
  console.log(
    `memory of a stream, in ${MEMORY_ROUNDS} servers: ${kilobytes.map((each) => each.toFixed(0)).join(', ')} KB`,
  )
  judgeAtMost('memory of a stream', median(kilobytes), STREAM_MAX_KB, 'KB')
  judgeAtLeast('messages in one room', rush, RUSH_MIN_EACH_SECOND, 'a second')
}

interface Arrival {
  id: string
  atMs: number
}

/** Opens all streams, and says how much memory the server took for each. */
async function openAll(
  server: Role,
): Promise<{ streams: IncomingMessage[]; arrivals: Arrival[]; kilobytesEach: number }> {
  const { members, topic, cookieName } = server.said as {
    members: Member[]
    topic: string
    cookieName: string
  }
  const open = (count: number, hear: (id: string) => void) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const member = members[Math.floor(index / STREAMS_PER_USER)]
        if (!member) throw new RangeError('There are too few members')
        return openStream(member, { topic, cookieName }, hear)
      }),
    )
  // The first streams make the server's heap grow for good.
  for (const stream of await open(WARM_UP_STREAMS, () => undefined)) stream.destroy()
  await sleep(SETTLE_MS)
  const before = Number(await server.ask('memory' satisfies Asked))
  const arrivals: Arrival[] = []
  const streams = await open(STREAMS, (id) => arrivals.push({ id, atMs: nowMs() }))
  await sleep(SETTLE_MS)
  const after = Number(await server.ask('memory' satisfies Asked))
  return { streams, arrivals, kilobytesEach: (after - before) / 1024 / STREAMS }
}

/** From the commit of each message to its arrival at each stream, in milliseconds; the shortest first. */
async function latenciesOf(server: Role, arrivals: readonly Arrival[]): Promise<number[]> {
  const committed = (await server.ask('publish' satisfies Asked)) as Map<string, number>
  await sleep(SETTLE_MS)
  const latencies = arrivals
    .flatMap(({ id, atMs }) => atMs - (committed.get(id) ?? Number.NaN))
    .toSorted((one, other) => one - other)
  const expected = STREAMS * MESSAGES
  if (latencies.length !== expected) throw new Error(`${latencies.length} of ${expected} events arrived`)
  return latencies
}

/** The same clock in both processes, finer than a millisecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Resolves with a stream once it has said where it begins. */
function openStream(
  { token, cookie }: Member,
  { topic, cookieName }: { topic: string; cookieName: string },
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

/** A room, and people who have been here long enough to write as often as they like. */
interface Room {
  roomId: string
  authorIds: string[]
}

async function serve(dataDir: string): Promise<void> {
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
  const answers: Record<Asked, () => unknown> = {
    memory() {
      // What it took to open streams isn't part of them.
      giveMemoryBack()
      return process.memoryUsage().rss
    },
    publish: () => writeSlowly(server, { roomId, authorIds }),
    rush: () => writeInARush(server, { roomId, authorIds }),
  }
  process.on('message', (asked: Asked) => {
    void Promise.resolve(answers[asked]()).then((answer) => process.send?.(answer))
  })
  const cookieName = sessionCookieName(platform.config.publicUrl)
  process.send?.({ members, topic: `channel:${roomId}`, cookieName })
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
