import type { Db } from '#server/platform/db/query.ts'

import { countQuestions, findQuestion, lockQuestion, storeQuestion } from './question-queries.ts'
import { findLive, findLiveFacts } from './queries.ts'
import { tellOfQuestion } from './tell-questions.ts'

/** A question that its viewer sees, to be reported; null: they see none. */
export async function findReportedQuestion(
  db: Db,
  { questionId, viewerId, now }: { questionId: string; viewerId: string; now: Date },
): Promise<{ askerId: string; creatorId: string; body: string; askedAt: Date } | null> {
  const row = await findQuestion(db, questionId, viewerId)
  const session = row && (await findLive(db, { viewerId, now }, row.liveSessionId))
  if (!row || !session?.mayCome) return null
  const mayModerate = session.ownerId === viewerId || session.isModerator
  const isSeen = row.state === 'open' || row.state === 'taken' || row.state === 'answered'
  if (!isSeen && !(mayModerate && row.state !== 'withdrawn')) return null
  return { askerId: row.askerId, creatorId: session.creatorId, body: row.body, askedAt: row.askedAt }
}

/**
 * Takes a question out of sight, or brings it back; moderators can't undo it. Returns whether that changed anything: what
 * was taken back stays so.
 */
export async function withholdQuestion(
  db: Db,
  given: { questionId: string; isWithheld: boolean; reason: string; now: Date },
): Promise<boolean> {
  const { questionId, isWithheld, reason, now } = given
  await lockQuestion(db, questionId)
  const row = await findQuestion(db, questionId, null)
  const session = row && (await findLiveFacts(db, row.liveSessionId))
  if (!row || !session || row.state === 'withdrawn') return false
  if (isWithheld === (row.state === 'declined')) return false
  const state = isWithheld ? 'declined' : row.answeredAt === null ? 'open' : 'answered'
  await storeQuestion(db, { ...row, state, reason: isWithheld ? reason : '' })
  const wasUnshown = row.state === 'held' || row.state === 'declined'
  const counts = await countQuestions(db, session.id, {
    asked: 0,
    unshown: Number(isWithheld) - Number(wasUnshown),
  })
  await tellOfQuestion(db, { id: questionId, creatorId: session.creatorId, counts, now })
  return true
}
