import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startAppOn, type TestSession } from '#server/testing/app-on-database.ts'

/* One node of the proof in ../live-nodes.ts, on the database and the store it is given; it may be killed at any moment. */

export interface NodeSaid {
  baseUrl: string
  cookieName: string
}

/** A page’s owner, and somebody who watches. */
export interface People {
  owner: TestSession
  viewer: TestSession
}

const DAY_MS = 86_400_000
const [connectionString = '', env = '{}'] = process.argv.slice(2)
const app = await startAppOn({ connectionString }, JSON.parse(env) as Record<string, string>)

async function makePeople(): Promise<People> {
  const { db, platform } = app
  const session = async (id: string) => aSession(db, platform, id)
  // New accounts may do less.
  const before = { now: new Date(Date.now() - 30 * DAY_MS) }
  const [owner, viewer] = [await aUser(db, before), await aUser(db, before)]
  await aCreator(db, owner.id)
  return { owner: await session(owner.id), viewer: await session(viewer.id) }
}

process.on('message', () => void makePeople().then((people) => process.send?.(people)))
const cookieName = sessionCookieName(app.platform.config.publicUrl)
process.send?.({ baseUrl: app.baseUrl, cookieName } satisfies NodeSaid)
