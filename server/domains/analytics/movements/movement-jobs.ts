import * as z from 'zod/mini'

import { standingChanged } from '#server/domains/subscriptions/events.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { followMembership } from './follow.ts'
import { listRunOut } from './movement-queries.ts'

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

export const movementJobs = [countRunOut] as Job[]
