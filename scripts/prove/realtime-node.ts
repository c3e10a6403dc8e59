import { userTopic } from '#server/domains/accounts/events.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { publish } from '#server/platform/realtime/publish.ts'
import { startAppOn, type TestSession } from '#server/testing/app-on-database.ts'

/* One node of the proof in realtime.ts, on the database it is given; it may be killed at any moment. */

export interface Follower {
  userId: string
  session: TestSession
}

export type Order = { make: number } | { tell: string; number: number }

export type Said = { baseUrl: string; cookieName: string } | { followers: Follower[] }

const [connectionString = ''] = process.argv.slice(2)
const app = await startAppOn({ connectionString })
const inTransaction = transactionsOf(app.db)

async function obey(order: Order): Promise<void> {
  if ('tell' in order) {
    const event = { name: 'access', data: { m2cSubscriptionId: String(order.number) } } as const
    return inTransaction((db) => publish(db, userTopic, order.tell, event))
  }
  const followers: Follower[] = []
  for (let count = 0; count < order.make; count += 1) {
    const { id: userId } = await aUser(app.db)
    followers.push({ userId, session: await aSession(app.db, app.platform, userId) })
  }
  say({ followers })
}

function say(said: Said): void {
  process.send?.(said)
}

process.on('message', (order: Order) => void obey(order))
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
say({ baseUrl: app.baseUrl, cookieName: sessionCookieName(app.platform.config.publicUrl) })
