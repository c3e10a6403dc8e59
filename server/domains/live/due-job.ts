import * as z from 'zod/mini'

import { LINE_LOST_MINUTES } from '#contract/live/broadcast-rules.ts'
import {
  LIVE_MAX_HOURS,
  MISSED_AFTER_HOURS,
  OPENS_BEFORE_MINUTES,
  stateAt,
  whyOver,
} from '#contract/live/rules.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { listDue, listRunning } from './due-queries.ts'
import { lockLive } from './queries.ts'
import { tellPresent } from './service.ts'
import { applyState } from './states.ts'

/** Sessions per transaction. */
const BATCH = 20

/** Stores what time has made of sessions. Who asks before it comes goes by the clock. */
export const moveDueSessions: Job<Record<string, never>> = defineJobInPhases(
  { name: 'live.move-due', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const ahead = (ms: number) => new Date(now.getTime() + ms)
    const due = {
      startingBefore: ahead(OPENS_BEFORE_MINUTES * 60_000),
      missedBefore: ahead(-MISSED_AFTER_HOURS * 3_600_000),
      liveBefore: ahead(-LIVE_MAX_HOURS * 3_600_000),
      heardBefore: ahead(-LINE_LOST_MINUTES * 60_000),
      limit: BATCH,
    }
    for (let isEnd = false; !isEnd && !signal.aborted;)
      isEnd = await inTransaction(async (db) => {
        const ids = await listDue(db, due)
        for (const id of ids) {
          const row = await lockLive(db, id)
          const state = row && stateAt(row, now)
          if (row && state && state !== row.state)
            await applyState(db, row, { state, reason: state === 'ended' ? whyOver(row, now) : null }, now)
        }
        return ids.length < BATCH
      })
  },
)

/** Counts who is there. */
export const countAttendance: Job<Record<string, never>> = defineJobInPhases(
  { name: 'live.count-attendance', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    let after: string | null = null
    for (let isEnd = false; !isEnd && !signal.aborted;) {
      const ids: string[] = await inTransaction(async (db) => {
        const running = await listRunning(db, { after, limit: BATCH })
        for (const id of running) await tellPresent(db, id, now)
        return running
      })
      after = ids.at(-1) ?? null
      isEnd = ids.length < BATCH
    }
  },
)

export const dueJobs = [moveDueSessions, countAttendance] as Job[]
