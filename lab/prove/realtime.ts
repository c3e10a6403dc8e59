import { setTimeout as sleep } from 'node:timers/promises'

import { many, sql } from '#server/platform/db/query.ts'
import { openEventStream } from '#server/testing/event-stream.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'
import { openNodes } from './nodes.ts'
import type { Follower } from './realtime-node.ts'

/*
 * Three nodes publish and are followed while one after another is killed. Whoever followed it comes back to any other:
 * everyone ends with every event, once and in order, and without a gap. `node lab/prove/realtime.ts`, or with a
 * number of kills.
 */

const KILLS = Number(process.argv[2] ?? 20)
const NODES = 3
const FOLLOWERS = 30
const TELL_EVERY_MS = 8
const KILL_EVERY_MS = 1500
/** Longer than the nodes take to compare their numbers with the database's. */
const CATCH_UP_MS = 30_000

const database = await openToolDatabase()
const { anyNode, startNode, order, ask, killOne, stop } = openNodes(database.url)
const stopping = new AbortController()

/** What one client heard: it comes back to any node whenever its stream ends. */
interface Heard {
  topic: string
  from: number
  seqs: number[]
  gaps: number
  returns: number
}

async function follow({ userId, session }: Follower, begun: () => void): Promise<Heard> {
  const heard: Heard = { topic: `user:${userId}`, from: 0, seqs: [], gaps: 0, returns: -1 }
  while (!stopping.signal.aborted) {
    const node = anyNode()
    const last = heard.seqs.at(-1) ?? heard.from
    const since = last > 0 ? { since: `${heard.topic}:${last}` } : {}
    const query = { topics: heard.topic, ...since }
    const stream =
      node && (await openEventStream(node.baseUrl, session, node.cookieName, query).catch(() => null))
    if (!stream) {
      await sleep(100)
      continue
    }
    heard.returns += 1
    const end = () => void stream.close()
    stopping.signal.addEventListener('abort', end)
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.name === 'following' && heard.from === 0) {
        heard.from = Number(Object.values({ ...(event.data as object) })[0])
        begun()
      } else if (event.name === 'gap') heard.gaps += 1
      else if (event.id) heard.seqs.push(Number(event.id.split(':')[2]))
    }
    stopping.signal.removeEventListener('abort', end)
  }
  return heard
}

const made = await ask({ make: FOLLOWERS }, await startNode())
const followers = 'followers' in made ? made.followers : []
for (let count = 1; count < NODES; count += 1) await startNode()

const begun: Promise<void>[] = []
const following = followers.map((follower) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  begun.push(promise)
  return follow(follower, resolve)
})
await Promise.all(begun)
let told = 0
const telling = setInterval(() => {
  const follower = followers[told % followers.length]
  told += 1
  if (follower) order({ tell: follower.userId, number: told })
}, TELL_EVERY_MS)
for (let count = 0; count < KILLS; count += 1) {
  await sleep(KILL_EVERY_MS)
  await killOne()
}
clearInterval(telling)
await sleep(CATCH_UP_MS)
stopping.abort()
const all = await Promise.all(following)

const kept = await many(
  database.db,
  sql<{ topic: string; seqs: number[] }>`select topic, array_agg(seq::float8 order by seq) as seqs
    from realtime_events group by topic`,
)
const stored = new Map(kept.map(({ topic, seqs }) => [topic, seqs]))
const wrong = all.filter(
  ({ topic, seqs, gaps }) => gaps > 0 || seqs.join() !== (stored.get(topic) ?? []).join(),
)
const events = all.reduce((sum, { seqs }) => sum + seqs.length, 0)
const returns = all.reduce((sum, { returns: ofOne }) => sum + ofOne, 0)
console.log(
  `${KILLS} kills, ${told} events asked for, ${events} heard by ${all.length} clients, ${returns} returns`,
)
for (const { topic, seqs, gaps } of wrong)
  console.log(`FAILS  ${topic}: heard ${seqs.length} of ${stored.get(topic)?.length ?? 0}, ${gaps} gaps`)
if (wrong.length === 0 && events > 0) console.log('holds  every client heard every event, once and in order')
else process.exitCode = 1
await stop()
await database.close()
