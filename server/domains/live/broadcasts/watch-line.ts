import * as z from 'zod/mini'

import { LINE_LOST_MINUTES, LOST_AFTER_SECONDS } from '#contract/live/broadcast-rules.ts'
import { whyOver } from '#contract/live/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { liveTopic } from '../events.ts'
import { lockLive } from '../queries.ts'
import { applyState } from '../states.ts'
import { markLost } from './broadcast-queries.ts'

/** Jobs may run a little before their time, by the other clock. */
const LATER_MS = 200

/** Watches a session that has a picture: tells that its line is lost, and ends it when it doesn't come back. */
export const watchLine: Job<{ liveSessionId: string }> = defineJob(
  { name: 'live.watch-line', payload: z.object({ liveSessionId: z.string() }) },
  async (db, { liveSessionId }, { now }) => {
    const row = await lockLive(db, liveSessionId)
    if (row?.state !== 'live' || row.heardAt === null) return
    const reason = whyOver(row, now)
    if (reason !== null) return applyState(db, row, { state: 'ended', reason }, now)
    const silentMs = now.getTime() - row.heardAt.getTime()
    const isLost = silentMs >= LOST_AFTER_SECONDS * 1000
    if (isLost && row.lostAt === null) {
      await markLost(db, row.id, now)
      const data = { isOnAir: false, hasLost: true }
      await publish(db, liveTopic, row.id, { name: 'live-session.video', data })
    }
    const patienceMs = isLost ? LINE_LOST_MINUTES * 60_000 : LOST_AFTER_SECONDS * 1000
    await watchLineSoon(db, row.id, patienceMs - silentMs)
  },
)

export async function watchLineSoon(db: Db, liveSessionId: string, delayMs: number): Promise<void> {
  await enqueue(
    db,
    watchLine,
    { liveSessionId },
    { key: `line:${liveSessionId}`, delayMs: delayMs + LATER_MS },
  )
}
