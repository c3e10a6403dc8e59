import * as z from 'zod/mini'

import { pollFailures } from '#contract/polls/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { pollClosed } from './events.ts'
import { findPoll, listDue, listUnclosedOf, lockPoll, storeClosed } from './queries.ts'
import { tellTotalsSoon } from './tell.ts'
import { countVotes } from './vote-queries.ts'

/** Polls per transaction. */
const BATCH = 20

/** Closes a poll and keeps what was counted; once. Whoever is voting is waited for. Throws `poll_not_open`. */
export async function closePoll(db: Db, id: string, now: Date): Promise<void> {
  await lockPoll(db, id)
  const row = await findPoll(db, id)
  if (!row || row.closedAt !== null) return
  if (row.openedAt === null) throw new Failure(pollFailures.poll_not_open)
  const closedAt = row.closesAt !== null && row.closesAt < now ? row.closesAt : now
  const result = await countVotes(db, id, row.options.length)
  await storeClosed(db, id, { closedAt, result })
  await emit(db, pollClosed, { pollId: id }, now)
  await tellTotalsSoon(db, id)
}

/** A page is gone: what it asked is closed. */
export async function closePollsOf(db: Db, creatorId: string, now: Date): Promise<void> {
  for (const { id } of await listUnclosedOf(db, creatorId)) {
    const row = await findPoll(db, id)
    if (row && row.openedAt !== null) await closePoll(db, id, now)
  }
}

/** Keeps the results of polls whose time is over. Votes are refused by the clock, however late this comes. */
export const closeDuePolls: Job<Record<string, never>> = defineJobInPhases(
  { name: 'polls.close-due', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    for (let isEnd = false; !isEnd && !signal.aborted;)
      isEnd = await inTransaction(async (db) => {
        const due = await listDue(db, now, BATCH)
        for (const { id } of due) await closePoll(db, id, now)
        return due.length < BATCH
      })
  },
)
