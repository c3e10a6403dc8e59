import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { liveTopic } from './events.ts'
import { presentQuestion } from './present-questions.ts'
import { findQuestion, namedAskerOf } from './question-queries.ts'

/** Tells those who have the session open of a question as everyone sees it now, and of the counts. */
export async function tellOfQuestion(
  db: Db,
  { id, creatorId, counts, now }: { id: string; creatorId: string; counts: Counts; now: Date },
): Promise<void> {
  const row = await findQuestion(db, id, null)
  if (!row) return
  const isShown = row.state === 'open' || row.state === 'taken' || row.state === 'answered'
  const question = isShown
    ? await presentQuestion(db, row, { creatorId, viewerId: null, mayModerate: false, now })
    : null
  await publish(
    db,
    liveTopic,
    row.liveSessionId,
    { name: 'question', data: { _id: id, question, ...counts } },
    namedAskerOf(row),
  )
}

interface Counts {
  asked: number
  unshown: number
}

/** However many vote for a question, those who look are told once in this time. */
const VOTES_TOLD_EVERY_MS = 1000

export const tellVotes = defineJob(
  { name: 'live.tell-votes', payload: z.object({ questionId: z.string() }), maxAttempts: 3 },
  async (db, { questionId }) => {
    const row = await findQuestion(db, questionId, null)
    if (row?.state !== 'open' && row?.state !== 'taken') return
    const data = { _id: questionId, votes: row.votes }
    await publish(db, liveTopic, row.liveSessionId, { name: 'question.votes', data }, namedAskerOf(row))
  },
)

export async function tellVotesSoon(db: Db, questionId: string): Promise<void> {
  await enqueue(
    db,
    tellVotes,
    { questionId },
    { key: `question:${questionId}`, keepsPlace: true, delayMs: VOTES_TOLD_EVERY_MS },
  )
}
