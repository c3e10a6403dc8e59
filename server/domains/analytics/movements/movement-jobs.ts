import * as z from 'zod/mini'

import { standingChanged } from '#server/domains/subscriptions/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { followMembership } from './follow.ts'
import { listEarlier, listRunOut, lockEarlier, noteEarlier } from './movement-queries.ts'

/** Members per transaction, and transactions per run. */
const BATCH = 100
const BATCHES = 500

export const countMovement: EventReaction = reactTo(
  standingChanged,
  'analytics',
  (db, { subscriptionId, at }, { now }) => followMembership(db, subscriptionId, { at: new Date(at), now }),
)

/** Nobody says when access simply runs out. */
export const countRunOut: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-run-out', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    let ids: readonly string[]
    do {
      ids = await inTransaction((db) => listRunOut(db, now))
      for (const id of ids) {
        signal.throwIfAborted()
        await inTransaction((db) => followMembership(db, id, { at: now, now }))
      }
    } while (ids.length > 0)
  },
)

/** Counts the memberships from before counting began; ends for good with the last of them. */
export const countEarlier: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-earlier', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const isEnd = await inTransaction((db) => countBatch(db, now))
      if (isEnd) return
    }
  },
)

async function countBatch(db: Db, now: Date): Promise<boolean> {
  const place = await lockEarlier(db)
  if (!place) return true
  const ids = await listEarlier(db, { ...place, limit: BATCH })
  for (const id of ids) await followMembership(db, id, { at: now, now, isHistory: true })
  await noteEarlier(db, ids.at(-1) ?? null)
  return ids.length === 0
}

export const movementJobs = [countRunOut, countEarlier] as Job[]
