import { liveFailures } from '#contract/live/failures.ts'
import {
  isUnderWay,
  mayActOn,
  OPEN_QUESTIONS_MAX,
  QUESTION_EVERY_SECONDS,
  type QuestionAct,
  type QuestionState,
  stateAt,
} from '#contract/live/rules.ts'
import { getPlace, judgeBeside } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { questionAnswered } from './events.ts'
import {
  countQuestions,
  findQuestion,
  findQuestionByKey,
  insertQuestion,
  lockAsker,
  lockQuestion,
  type QuestionRow,
  readPace,
  storeQuestion,
  storeVote,
} from './question-queries.ts'
import type { FoundRow } from './queries.ts'
import { getEnteredLive } from './service.ts'
import { tellOfQuestion, tellVotesSoon } from './tell-questions.ts'

/** Whether not everyone sees it, though it counts as asked. */
function isUnshown(state: QuestionState): boolean {
  return state === 'held' || state === 'declined'
}

interface Asked {
  session: FoundRow
  askerId: string
  clientKey: string
  body: string
  isAnonymous: boolean
  now: Date
}

/**
 * Asks a question, or answers the one with its key. Throws `wrong_state`, `questions_off`, `anonymous_off`,
 * `question_pace`, `too_many_questions`, and what keeps a text out of the chat beside it.
 */
export async function ask(db: Db, asked: Asked): Promise<string> {
  const { session, askerId, clientKey, body, isAnonymous, now } = asked
  await lockAsker(db, askerId)
  const known = await findQuestionByKey(db, askerId, clientKey)
  if (known !== null) return known
  if (!isUnderWay(stateAt(session, now))) throw new Failure(liveFailures.wrong_state)
  if (session.questions === 'off') throw new Failure(liveFailures.questions_off)
  if (isAnonymous && !session.anonymousAllowed) throw new Failure(liveFailures.anonymous_off)
  await refuseHaste(db, asked)
  const place = await getPlace(db, { channelId: session.id, viewerId: askerId, now })
  const cause = await judgeBeside(db, place, { body, authorId: askerId, isAnonymous, now })
  const isExempt = place.reader.mayModerate && !isAnonymous
  const isHeld = !isExempt && (cause !== null || session.questions === 'moderated')
  const id = newId(now)
  const state = isHeld ? 'held' : 'open'
  await insertQuestion(db, {
    id,
    liveSessionId: session.id,
    askerId,
    clientKey,
    isAnonymous,
    body,
    state,
    now,
  })
  const counts = await countQuestions(db, session.id, { asked: 1, unshown: isHeld ? 1 : 0 })
  await tellOfQuestion(db, { id, creatorId: session.creatorId, counts, now })
  return id
}

async function refuseHaste(db: Db, { session, askerId, now }: Asked): Promise<void> {
  const { lastAt, waiting } = await readPace(db, { liveSessionId: session.id, askerId })
  const leftMs = lastAt === null ? 0 : lastAt.getTime() + QUESTION_EVERY_SECONDS * 1000 - now.getTime()
  if (leftMs > 0)
    throw new Failure(liveFailures.question_pace, { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  if (waiting >= OPEN_QUESTIONS_MAX) throw new Failure(liveFailures.too_many_questions)
}

/** A question, and the session it was asked in, which its viewer may come to. */
export interface Found {
  row: QuestionRow
  session: FoundRow
  mayModerate: boolean
}

interface Looking {
  questionId: string
  viewerId: string
  now: Date
}

type Acting = Looking & { act: QuestionAct; answer: string; reason: string }

/** Throws `question_not_found` for what the viewer doesn't see. Locked until the transaction ends. */
async function lockFound(db: Db, { questionId, viewerId, now }: Looking): Promise<Found> {
  await lockQuestion(db, questionId)
  const row = await findQuestion(db, questionId, viewerId)
  if (!row) throw new Failure(liveFailures.question_not_found)
  const session = await getEnteredLive(db, { id: row.liveSessionId, viewerId, now }).catch(
    (error: unknown) => {
      if (error instanceof Failure) throw new Failure(liveFailures.question_not_found)
      throw error
    },
  )
  const mayModerate = session.ownerId === viewerId || session.isModerator
  const isSeen = mayModerate || row.askerId === viewerId || !isUnshown(row.state)
  if (!isSeen || row.state === 'withdrawn') throw new Failure(liveFailures.question_not_found)
  return { row, session, mayModerate }
}

/** Throws `question_not_found`, `wrong_state`. */
export async function vote(db: Db, looking: Looking & { isGiven: boolean }): Promise<Found> {
  const found = await lockFound(db, looking)
  const { row, session } = found
  if (!isUnderWay(stateAt(session, looking.now)) || (row.state !== 'open' && row.state !== 'taken'))
    throw new Failure(liveFailures.wrong_state)
  const { questionId, viewerId, isGiven } = looking
  if (await storeVote(db, { questionId, userId: viewerId, isGiven })) await tellVotesSoon(db, questionId)
  return again(db, found, viewerId)
}

/** Throws `question_not_found`, `wrong_state`. */
export async function withdraw(db: Db, looking: Looking): Promise<void> {
  const { row, session } = await lockFound(db, looking)
  if (row.askerId !== looking.viewerId) throw new Failure(liveFailures.question_not_found)
  if (row.state === 'answered') throw new Failure(liveFailures.wrong_state)
  await become(db, { row, session }, { ...row, state: 'withdrawn' }, looking.now)
}

/** Throws `question_not_found`, `wrong_state`, `answer_required`. */
export async function act(db: Db, looking: Acting): Promise<Found> {
  const found = await lockFound(db, looking)
  const { row, session, mayModerate } = found
  const { act: done, answer, now, viewerId, questionId } = looking
  if (!mayModerate) throw new Failure(liveFailures.question_not_found)
  const state = stateAt(session, now)
  if (!mayActOn(done, row.state, { state, endedAt: session.endedAt }, now))
    throw new Failure(liveFailures.wrong_state)
  // Once it is over, nobody hears an answer that isn't written.
  if (done === 'answer' && answer === '' && (state === 'ended' || row.state === 'answered'))
    throw new Failure(liveFailures.answer_required)
  await become(db, found, changed(row, looking), now)
  if (done === 'answer' && row.askerId !== viewerId) await emit(db, questionAnswered, { questionId }, now)
  return again(db, found, viewerId)
}

function changed(row: QuestionRow, { act: done, answer, reason, now }: Acting): QuestionRow {
  if (done === 'approve') return { ...row, state: 'open' }
  if (done === 'decline') return { ...row, state: 'declined', reason }
  if (done === 'take') return { ...row, state: 'taken', takenAt: now }
  return { ...row, state: 'answered', answer, takenAt: row.takenAt ?? now, answeredAt: row.answeredAt ?? now }
}

/** The same question as it is now. */
async function again(db: Db, found: Found, viewerId: string): Promise<Found> {
  const row = await findQuestion(db, found.row.id, viewerId)
  if (!row) throw new Failure(liveFailures.question_not_found)
  return { ...found, row }
}

async function become(
  db: Db,
  { row, session }: Pick<Found, 'row' | 'session'>,
  after: QuestionRow,
  now: Date,
): Promise<void> {
  await storeQuestion(db, after)
  const counts = await countQuestions(db, session.id, {
    asked: after.state === 'withdrawn' ? -1 : 0,
    unshown: Number(isUnshown(after.state)) - Number(isUnshown(row.state)),
  })
  await tellOfQuestion(db, { id: row.id, creatorId: session.creatorId, counts, now })
}
