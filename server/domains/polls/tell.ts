import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { publish } from '#server/platform/realtime/publish.ts'
import { listPositions } from '#server/platform/realtime/queries.ts'
import { topicName } from '#server/platform/realtime/topic.ts'

import { isClosed, seesResults } from './access.ts'
import { pollTopic } from './events.ts'
import { findPoll } from './queries.ts'
import { COUNTED_EVERY_MS, readTotals } from './totals.ts'

/** Tells those who look at a poll what was voted; if nobody did lately, nothing is counted. */
export const tellTotals = defineJob(
  { name: 'polls.tell-totals', payload: z.object({ pollId: z.string() }), maxAttempts: 3 },
  async (db, { pollId }, { now }) => {
    if ((await listPositions(db, [topicName(pollTopic, pollId)])).length === 0) return
    const row = await findPoll(db, pollId)
    if (!row) return
    // As somebody sees it who hasn't voted: the others fetch it anew.
    const isForEveryone = seesResults(row, { viewerId: null, hasVoted: false, now })
    const totals = isForEveryone ? await readTotals(db, row, { isFresh: true }) : null
    await publish(db, pollTopic, pollId, {
      name: 'poll.totals',
      data: { totals, isClosed: isClosed(row, now), revision: row.revision },
    })
  },
)

/** However many vote, those who look are told once a second. */
export async function tellTotalsSoon(db: Db, pollId: string): Promise<void> {
  await enqueue(
    db,
    tellTotals,
    { pollId },
    { key: `poll:${pollId}`, keepsPlace: true, delayMs: COUNTED_EVERY_MS },
  )
}
