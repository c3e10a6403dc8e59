import type { Question } from '#contract/live/live-session.ts'
import { listAuthors } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { namedAskerOf, type QuestionRow } from './question-queries.ts'

interface Shown {
  creatorId: string
  /** null: as everyone sees them. */
  viewerId: string | null
  mayModerate: boolean
  now: Date
}

/** Questions as a viewer sees them. Who asked anonymously is told to nobody, the creator and moderators included. */
export async function presentQuestions(
  db: Db,
  rows: readonly QuestionRow[],
  { creatorId, viewerId, mayModerate, now }: Shown,
): Promise<Question[]> {
  const named = rows.flatMap((row) => namedAskerOf(row) ?? [])
  const askers = new Map(
    (named.length === 0
      ? []
      : await listAuthors(db, [...new Set(named)], {
          creatorId,
          viewerId: viewerId ?? creatorId,
          now,
          withKeptApart: true,
        })
    ).map((asker) => [asker._id, asker]),
  )
  return rows.map((row): Question => {
    const isOwn = viewerId !== null && row.askerId === viewerId
    return {
      _id: row.id,
      body: row.body,
      state: row.state,
      votes: row.votes,
      hasVoted: row.hasVoted,
      isOwn,
      isAnonymous: row.isAnonymous,
      asker: askers.get(namedAskerOf(row) ?? '') ?? null,
      answer: row.answer,
      reason: isOwn || mayModerate ? row.reason : '',
      askedAt: row.askedAt.toISOString(),
      takenAt: row.takenAt?.toISOString() ?? null,
      answeredAt: row.answeredAt?.toISOString() ?? null,
      chapter:
        row.recordingPart === null || row.recordingMs === null
          ? null
          : { part: row.recordingPart, second: Math.floor(row.recordingMs / 1000) },
    }
  })
}

export async function presentQuestion(db: Db, row: QuestionRow, shown: Shown): Promise<Question> {
  const [question] = await presentQuestions(db, [row], shown)
  if (!question) throw new Error('A question was presented as none')
  return question
}
