import { ensureWebIsBuilt } from '#scripts/build.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startServer } from '#server/main.ts'

/* A production-like Cheers with a creator who uploads and a member who watches, for the benches that start it. */

export interface MediaServer {
  baseUrl: string
  planId: string
  /** Headers carrying both halves of a session. */
  creator: Record<string, string>
  member: Record<string, string>
}

const [port, dataDir] = process.argv.slice(2)
await ensureWebIsBuilt()
const server = await startServer({ env: productionEnv(Number(port), dataDir ?? '') })
const { platform } = server
const { db } = platform.database
const cookieName = sessionCookieName(server.config.publicUrl)

async function headersOf(userId: string): Promise<Record<string, string>> {
  const { token, cookie } = await aSession(db, platform, userId)
  return { authorization: `Bearer ${token}`, cookie: `${cookieName}=${cookie}` }
}

const [owner, member] = [await aUser(db), await aUser(db)]
const page = await aCreator(db, owner.id)
const plan = await aPlan(db, page.id)
await aSubscription(db, member.id, plan)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
const facts: MediaServer = {
  baseUrl: `http://127.0.0.1:${port}`,
  planId: plan.id,
  creator: await headersOf(owner.id),
  member: await headersOf(member.id),
}
process.send?.(facts)
