import { ensureWebIsBuilt } from '#scripts/build.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aFragment, anInit } from '#server/domains/live/broadcasts/broadcast-testing.ts'
import { acceptInit, acceptSegment } from '#server/domains/live/broadcasts/broadcasting.ts'
import { insertPlayer } from '#server/domains/live/playback/playback-queries.ts'
import { aBroadcast, aLiveSession } from '#server/domains/live/testing.ts'
import { newId } from '#server/platform/ids.ts'
import { startServer } from '#server/main.ts'

/* A production-like Cheers with a session that is live, to which a segment comes each second, and people who watch. */

export interface LiveServer {
  broadcastId: string
  /** A viewer each: where they watch, and as whom. */
  viewers: { path: string; cookie: string }[]
  /** The segment that came last when the bench began. */
  newest: number
}

const [port, dataDir, viewerCount, segmentBytes] = process.argv.slice(2)
const SEGMENTS_BEFORE = 60

await ensureWebIsBuilt()
const server = await startServer({ env: productionEnv(Number(port), dataDir ?? '') })
const { platform } = server
const { db } = platform.database
const cookieName = sessionCookieName(server.config.publicUrl)

const page = await aCreator(db, (await aUser(db)).id)
const now = new Date()
const startsAt = new Date(now.getTime() + 60_000)
const session = await aLiveSession(db, page.id, { video: 'browser', startsAt, now })
const broadcast = await aBroadcast(db, session.id, now)
await acceptInit(platform, broadcast.id, anInit())
const send = () =>
  acceptSegment(platform, broadcast.id, {
    seq: null,
    durationMs: 1000,
    bytes: aFragment(Number(segmentBytes)),
  })
let newest = 0
for (let count = 0; count < SEGMENTS_BEFORE; count += 1) newest = await send()

const viewers: LiveServer['viewers'] = []
for (let count = 0; count < Number(viewerCount); count += 1) {
  const { id: userId } = await aUser(db)
  const { cookie } = await aSession(db, platform, userId)
  const id = newId(now)
  await insertPlayer(db, { id, liveSessionId: session.id, userId, now })
  viewers.push({ path: `/media/live/${session.id}/${id}`, cookie: `${cookieName}=${cookie}` })
}

const line = setInterval(() => void send(), 1000)
process.once('SIGTERM', () => {
  clearInterval(line)
  void server.stop().then(() => process.exit(0))
})
process.send?.({ broadcastId: broadcast.id, viewers, newest } satisfies LiveServer)
