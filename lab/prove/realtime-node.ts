import { userTopic } from '#server/domains/accounts/events.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { publish } from '#server/platform/realtime/publish.ts'
import { startAppOn, type TestSession } from '#server/testing/app-on-database.ts'

/* One node of the proofs in realtime.ts and messages.ts, on the database it is given; it may be killed at any moment. */

export interface Follower {
  userId: string
  session: TestSession
}

/** What somebody writes in a room; repeated with its key, it is there once. */
export interface Writing {
  roomId: string
  authorId: string
  clientKey: string
  body: string
}

export type Order =
  | { make: number }
  | { tell: string; number: number }
  /** A room, and so many people in it. */
  | { fillRoom: number }
  | { write: Writing }

export type Said =
  | { baseUrl: string; cookieName: string }
  | { followers: Follower[] }
  | { roomId: string; people: Follower[] }
  | { written: string }

const DAY_MS = 86_400_000
const [connectionString = ''] = process.argv.slice(2)
const app = await startAppOn({ connectionString })
const inTransaction = transactionsOf(app.db)

async function obey(order: Order): Promise<void> {
  if ('tell' in order) {
    const event = { name: 'access', data: { m2cSubscriptionId: String(order.number) } } as const
    return inTransaction((db) => publish(db, userTopic, order.tell, event))
  }
  if ('write' in order) return write(order.write)
  if ('make' in order) return say({ followers: await makePeople(order.make) })
  const owner = await aUser(app.db)
  const { id: roomId } = await aRoom(app.db, (await aCreator(app.db, owner.id)).id)
  say({ roomId, people: await makePeople(order.fillRoom) })
}

async function makePeople(count: number): Promise<Follower[]> {
  const people: Follower[] = []
  for (let made = 0; made < count; made += 1) {
    // New accounts may write less.
    const { id: userId } = await aUser(app.db, { now: new Date(Date.now() - 30 * DAY_MS) })
    people.push({ userId, session: await aSession(app.db, app.platform, userId) })
  }
  return people
}

async function write({ roomId, authorId, clientKey, body }: Writing): Promise<void> {
  await aMessage(app.db, roomId, authorId, { clientKey, body })
  say({ written: clientKey })
}

function say(said: Said): void {
  process.send?.(said)
}

process.on('message', (order: Order) => void obey(order))
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
say({ baseUrl: app.baseUrl, cookieName: sessionCookieName(app.platform.config.publicUrl) })
