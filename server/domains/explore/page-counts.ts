import * as z from 'zod/mini'

import { countsShown } from '#server/domains/creators/events.ts'
import { listPagesToCount, storeCounts } from '#server/domains/creators/service.ts'
import { countPublishedPosts } from '#server/domains/posts/service.ts'
import { countMembers } from '#server/domains/subscriptions/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

/** Numbers on a page may be that old; small pages, where one more matters, are counted in every run. */
const COUNTED_EVERY_MS = 3_600_000
const SMALL_COUNTED_EVERY_MS = 9 * 60_000
/** Pages per transaction. */
const BATCH = 10
/** Transactions in a run; the rest has its turn in the next. */
const BATCHES = 500

/**
 * Counts the members and posts of pages that show them. Not when a page is read: counting 50,000 members takes longer
 * than everything else on it.
 */
export const countPages: Job<Record<string, never>> = defineJobInPhases(
  { name: 'explore.count-pages', payload: z.object({}), cron: '*/10 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const before = { large: ago(COUNTED_EVERY_MS), small: ago(SMALL_COUNTED_EVERY_MS) }
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const counted = await inTransaction(async (db) => {
        const ids = await listPagesToCount(db, before, BATCH)
        await count(db, ids, now)
        return ids.length
      })
      if (counted < BATCH) break
    }
  },
)

export const pageCountReactions = [
  reactTo(countsShown, 'explore', (db, { creatorId }, { now }) => count(db, [creatorId], now)),
] as EventReaction[]

async function count(db: Db, creatorIds: readonly string[], now: Date): Promise<void> {
  if (creatorIds.length === 0) return
  const members = await countMembers(db, creatorIds, now)
  const posts = await countPublishedPosts(db, creatorIds)
  const counts = creatorIds.map((creatorId) => ({
    creatorId,
    members: members.get(creatorId) ?? 0,
    posts: posts.get(creatorId) ?? 0,
  }))
  for (const creatorId of await storeCounts(db, counts, now)) await announcePageChange(db, creatorId)
}
