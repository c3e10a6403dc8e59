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

import type { Role } from './side-by-side.ts'

/*
 * A room and the streams of events of those who read it, which the benches of realtime share: the streams are opened in
 * the bench's own process, and the room is on a server in another one.
 */

const DAY_MS = 86_400_000
/** In the rush, each of so many people writes one message after another. */
const RUSH_WRITERS = 16
const RUSH_MESSAGES = 3000
/** A whole party at once would fill the queue of connections that nobody has accepted yet. */
const OPENED_AT_ONCE = 250
/** For connections to close, and memory to be given back. */
export const SETTLE_MS = 3000
/** How many messages are written slowly, and how often. */
export const MESSAGES = 200
export const MESSAGE_EVERY_MS = 100

interface Member {
  token: string
  cookie: string
}

/** What the server's process is asked, and answers. */
export type Asked = 'memory' | 'publish' | 'rush'

/** What a server says once it is ready. */
export interface Readable {
  port: number
  members: Member[]
  topic: string
  cookieName: string
}

export interface Arrival {
  id: string
  atMs: number
}

/** Opens so many streams; each event that arrives at any of them is told. */
export async function openStreams(
  server: Role,
  count: number,
  hear: (arrival: Arrival) => void,
): Promise<IncomingMessage[]> {
  const room = server.said as Readable
  const streams: IncomingMessage[] = []
  while (streams.length < count) {
    const party = Array.from({ length: Math.min(OPENED_AT_ONCE, count - streams.length) }, (_, index) => {
      const member = room.members[Math.floor((streams.length + index) / STREAMS_PER_USER)]
      if (!member) throw new RangeError('There are too few members')
      return openStream(member, room, (id) => hear({ id, atMs: nowMs() }))
    })
    streams.push(...(await Promise.all(party)))
  }
  return streams
}

/**
 * Has messages written, and answers how long after its commit each arrived at each of the streams, in milliseconds; the
 * shortest first. Fails unless every one arrived everywhere.
 */
export async function latenciesOf(
  server: Role,
  streams: number,
  arrivals: readonly Arrival[],
): Promise<number[]> {
  const committed = (await server.ask('publish' satisfies Asked)) as Map<string, number>
  await sleep(SETTLE_MS)
  const latencies = arrivals
    .flatMap(({ id, atMs }) => atMs - (committed.get(id) ?? Number.NaN))
    .toSorted((one, other) => one - other)
  const expected = streams * MESSAGES
  if (latencies.length !== expected) throw new Error(`${latencies.length} of ${expected} events arrived`)
  return latencies
}

/** The same clock in both processes, finer than a millisecond. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Resolves with a stream once it has said where it begins. */
function openStream(
  { token, cookie }: Member,
  { port, topic, cookieName }: Readable,
  hear: (id: string) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, cookie: `${cookieName}=${cookie}` }
    const url = `http://127.0.0.1:${port}${EVENTS_PATH}?topics=${topic}`
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

/** Runs Cheers with a room that so many streams may show, and answers what the bench asks. */
export async function serveRoom(port: number, dataDir: string, streams: number): Promise<void> {
  const server = await startServer({ env: productionEnv(port, dataDir) })
  const { platform } = server
  const { db } = platform.database
  const { id: creatorId } = await aCreator(db, (await aUser(db)).id)
  const { id: roomId } = await aRoom(db, creatorId)
  const members: Member[] = []
  const authorIds: string[] = []
  for (let count = 0; count < streams / STREAMS_PER_USER; count += 1) {
    const { id } = await aUser(db, { now: new Date(Date.now() - 30 * DAY_MS) })
    authorIds.push(id)
    members.push(await aSession(db, platform, id))
  }
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  const answers: Record<Asked, () => unknown> = {
    memory() {
      // What it took to open streams isn't part of them.
      globalThis.gc?.()
      return process.memoryUsage().rss
    },
    publish: () => writeSlowly(server, { roomId, authorIds }),
    rush: () => writeInARush(server, { roomId, authorIds }),
  }
  process.on('message', (asked: Asked) => {
    void Promise.resolve(answers[asked]()).then((answer) => process.send?.(answer))
  })
  const cookieName = sessionCookieName(platform.config.publicUrl)
  process.send?.({ port, members, topic: `channel:${roomId}`, cookieName } satisfies Readable)
}

/** What the message of a number says. */
export function bodyOf(count: number): string {
  return `${count} ${'The record is mixed, and one thunderstorm stayed. '.repeat(4)}`
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
    await aMessage(db, roomId, authorIds[count % authorIds.length] ?? '', { body: bodyOf(count) })
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
