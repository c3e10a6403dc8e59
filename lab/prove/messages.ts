import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { listMessages } from '#contract/channels/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { openEventStream } from '#server/testing/event-stream.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'
import { type Node, openNodes } from './nodes.ts'
import type { Follower, Writing } from './realtime-node.ts'

/*
 * People write in one room over three nodes, which are killed one after another, and read it as an open page does:
 * events of any node, and what they may have missed asked for. A message whose node died is sent again with its key. In the
 * end every reader has the same list, numbered without a gap, each message once. `node lab/prove/messages.ts`, or with
 * numbers of messages and of kills.
 */

const MESSAGES = Number(process.argv[2] ?? 20_000)
const KILLS = Number(process.argv[3] ?? 20)
const NODES = 3
const PEOPLE = 30
/** As many are on their way at once. */
const WRITERS = 24
/** A node that doesn't answer for so long has been killed. */
const PATIENCE_MS = 10_000
/** Longer than the nodes take to compare their numbers with the database's. */
const CATCH_UP_MS = 20_000
const PAGE = 50

const database = await openToolDatabase()
const stopping = new AbortController()
const confirmed = new Map<string, () => void>()
const { anyNode, startNode, order, ask, killOne, stop } = openNodes(database.url, (said) => {
  if ('written' in said) confirmed.get(said.written)?.()
})

/** Writes a message for certain: to another node when one doesn't answer. Returns how often it was sent. */
async function write(writing: Writing): Promise<number> {
  for (let sent = 1; ; sent += 1) {
    const { promise, resolve } = Promise.withResolvers<'written'>()
    confirmed.set(writing.clientKey, () => resolve('written'))
    order({ write: writing })
    const patience = new AbortController()
    const given = await Promise.race([
      promise,
      sleep(PATIENCE_MS, 'silent' as const, { signal: patience.signal }).catch(() => 'written' as const),
    ])
    patience.abort()
    confirmed.delete(writing.clientKey)
    if (given === 'written') return sent
  }
}

/** What one reader has in the end. */
interface Read {
  seqs: Set<number>
  gaps: number
  returns: number
}

async function read({ session }: Follower, roomId: string, begun: () => void): Promise<Read> {
  const kept: Read = { seqs: new Set(), gaps: 0, returns: -1 }
  const topic = `channel:${roomId}`
  let last = 0
  while (!stopping.signal.aborted) {
    const node = anyNode()
    const query = { topics: topic, ...(last > 0 ? { since: `${topic}:${last}` } : {}) }
    const stream =
      node && (await openEventStream(node.baseUrl, session, node.cookieName, query).catch(() => null))
    if (!stream) {
      await sleep(100)
      continue
    }
    kept.returns += 1
    const end = () => void stream.close()
    stopping.signal.addEventListener('abort', end)
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.name === 'following') {
        if (last === 0) last = Number(Object.values({ ...(event.data as object) })[0])
        begun()
      }
      if (event.name === 'gap') {
        kept.gaps += 1
        await fetchAll(node, session, roomId, kept.seqs)
      } else if (event.name === 'message') kept.seqs.add((event.data as { seq: number }).seq)
      if (event.id) last = Number(event.id.split(':')[2])
    }
    stopping.signal.removeEventListener('abort', end)
  }
  return kept
}

/** As a page does that can't be told what it missed. */
async function fetchAll(
  { baseUrl, cookieName }: Node,
  { token, cookie }: Follower['session'],
  channelId: string,
  seqs: Set<number>,
): Promise<void> {
  let after = 0
  for (let isMore = true; isMore;) {
    const query = new URLSearchParams({ order: 'oldest', after: String(after), limit: String(PAGE) })
    const answer = await fetch(
      `${baseUrl}/api${listMessages.path.replace(':channelId', channelId)}?${query.toString()}`,
      {
        headers: { authorization: `Bearer ${token}`, cookie: `${cookieName}=${cookie}` },
      },
    ).catch(() => null)
    if (!answer?.ok) return
    const { messages } = (await answer.json()) as OutputOf<typeof listMessages>
    for (const { seq } of messages) seqs.add(seq)
    after = messages.at(-1)?.seq ?? after
    isMore = messages.length === PAGE
  }
}

const made = await ask({ fillRoom: PEOPLE }, await startNode())
if (!('roomId' in made)) throw new Error('There is no room')
const { roomId, people } = made
for (let count = 1; count < NODES; count += 1) await startNode()

const begun: Promise<void>[] = []
const reading = people.map((person) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  begun.push(promise)
  return read(person, roomId, resolve)
})
await Promise.all(begun)

const began = performance.now()
let begunWriting = 0
let written = 0
let again = 0
async function writeOn(): Promise<void> {
  while (begunWriting < MESSAGES) {
    const number = (begunWriting += 1)
    const author = people[number % people.length]
    if (!author) return
    const body = `Message ${number}`
    again += (await write({ roomId, authorId: author.userId, clientKey: randomUUID(), body })) - 1
    written += 1
  }
}
async function untilWritten(count: number): Promise<void> {
  for (;;) {
    if (written >= count) return
    await sleep(50)
  }
}
const writing = Promise.all(Array.from({ length: WRITERS }, writeOn))
for (let kill = 1; kill <= KILLS; kill += 1) {
  await untilWritten((MESSAGES * kill) / (KILLS + 1))
  await killOne()
}
await writing
const seconds = (performance.now() - began) / 1000
await sleep(CATCH_UP_MS)
stopping.abort()
const all = await Promise.all(reading)

const { count, last } = await one(
  database.db,
  sql<{ count: number; last: number }>`select count(*)::integer as count, max(seq) as last
    from messages where channel_id = ${roomId}`,
)
const isDense = ({ seqs }: Read) =>
  seqs.size === MESSAGES && Math.min(...seqs) === 1 && Math.max(...seqs) === MESSAGES
const wrong = all.filter((reader) => !isDense(reader))
const sum = (of: (reader: Read) => number) => all.reduce((total, reader) => total + of(reader), 0)
console.log(
  `${MESSAGES} messages in ${seconds.toFixed(0)} s over ${NODES} nodes, ${KILLS} kills, ${again} sent again, ${all.length} readers, ${sum(({ returns }) => returns)} returns, ${sum(({ gaps }) => gaps)} gaps filled`,
)
const isWhole = count === MESSAGES && last === MESSAGES
console.log(
  `${isWhole ? 'holds' : 'FAILS'}  each message is stored once, without a gap: ${count}, the last is ${last}`,
)
console.log(
  `${wrong.length === 0 ? 'holds' : 'FAILS'}  every reader ends with the same list: ${all.length - wrong.length} of ${all.length}`,
)
if (!isWhole || wrong.length > 0) process.exitCode = 1
await stop()
await database.close()
