import type { RawBuilder } from 'kysely'

import type { QuestionState } from '#contract/live/rules.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface QuestionRow {
  id: string
  liveSessionId: string
  askerId: string
  isAnonymous: boolean
  body: string
  state: QuestionState
  reason: string
  answer: string
  votes: number
  /** Of whom it is shown to. */
  hasVoted: boolean
  askedAt: Date
  takenAt: Date | null
  answeredAt: Date | null
  /** Where it was taken in what was recorded; both or neither. */
  recordingPart: number | null
  recordingMs: number | null
}

/** Who asked, for everything that depends on it for other people; null: nothing may, since the question is anonymous. */
export function namedAskerOf({ isAnonymous, askerId }: QuestionRow): string | null {
  return isAnonymous ? null : askerId
}

function columnsFor(viewerId: string | null): RawBuilder<unknown> {
  return sql`q.id, q.live_session_id as "liveSessionId", q.asker_id as "askerId", q.is_anonymous as "isAnonymous",
    q.body, q.state, q.reason, q.answer, q.votes, exists (select from question_votes v
      where v.question_id = q.id and v.user_id = ${viewerId}::uuid) as "hasVoted",
    q.asked_at as "askedAt", q.taken_at as "takenAt", q.answered_at as "answeredAt",
    q.recording_part as "recordingPart", q.recording_ms as "recordingMs"`
}

export function findQuestion(db: Db, id: string, viewerId: string | null): Promise<QuestionRow | null> {
  return maybeOne(db, sql<QuestionRow>`select ${columnsFor(viewerId)} from questions q where q.id = ${id}`)
}

export async function lockQuestion(db: Db, id: string): Promise<void> {
  await run(db, sql`select from questions where id = ${id} for update`)
}

export interface QuestionFacts {
  askerId: string
  state: QuestionState
  liveSessionId: string
  creatorId: string
}

/** What those who tell of a question need. */
export function findQuestionFacts(db: Db, id: string): Promise<QuestionFacts | null> {
  return maybeOne(
    db,
    sql<QuestionFacts>`select q.asker_id as "askerId", q.state, q.live_session_id as "liveSessionId",
        l.creator_id as "creatorId"
      from questions q join live_sessions l on l.id = q.live_session_id where q.id = ${id}`,
  )
}

interface Listing {
  liveSessionId: string
  viewerId: string
  cursor: string | null
  limit: number
}

/**
 * Of `questions q` by others: the asker isn't suspended, and isn't kept apart from the viewer by a block. Anonymous
 * questions are never looked at by their asker: one that vanished after a block would say who asked it. An erased
 * person's question has no words left; what was answered stays for its answer.
 */
function isSeenSql(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(q.is_anonymous or q.asker_id = ${viewerId} or exists (select from users u
      where u.id = q.asker_id and u.status <> 'suspended')
    and not ${isKeptApartSql(sql`${viewerId}`, sql`q.asker_id`)})`
}

/** What is taken first, then what most want to know, then what was asked first. */
export function listWaiting(
  db: Db,
  { liveSessionId, viewerId, cursor, limit }: Listing,
): Promise<QuestionRow[]> {
  const isAfter =
    cursor === null
      ? sql`true`
      : sql`(q.state <> 'taken', -q.votes, q.id) > (
          select seen.state <> 'taken', -seen.votes, seen.id from questions seen where seen.id = ${cursor}::uuid)`
  return many(
    db,
    sql<QuestionRow>`select ${columnsFor(viewerId)} from questions q
      where q.live_session_id = ${liveSessionId} and q.state in ('open', 'taken') and ${isSeenSql(viewerId)}
        and ${isAfter}
      order by q.state <> 'taken', -q.votes, q.id limit ${limit}`,
  )
}

/** In the order they were answered. */
export function listAnswered(
  db: Db,
  { liveSessionId, viewerId, cursor, limit }: Listing,
): Promise<QuestionRow[]> {
  const isAfter =
    cursor === null
      ? sql`true`
      : sql`(q.answered_at, q.id) > (
          select seen.answered_at, seen.id from questions seen where seen.id = ${cursor}::uuid)`
  return many(
    db,
    sql<QuestionRow>`select ${columnsFor(viewerId)} from questions q
      where q.live_session_id = ${liveSessionId} and q.state = 'answered' and ${isSeenSql(viewerId)} and ${isAfter}
      order by q.answered_at, q.id limit ${limit}`,
  )
}

/** The oldest first. */
export function listHeld(
  db: Db,
  { liveSessionId, viewerId, cursor, limit }: Listing,
): Promise<QuestionRow[]> {
  return many(
    db,
    sql<QuestionRow>`select ${columnsFor(viewerId)} from questions q
      where q.live_session_id = ${liveSessionId} and q.state = 'held'
        and (${cursor}::uuid is null or q.id > ${cursor}::uuid)
      order by q.id limit ${limit}`,
  )
}

/** The latest first. */
export function listOwn(db: Db, { liveSessionId, viewerId, cursor, limit }: Listing): Promise<QuestionRow[]> {
  return many(
    db,
    sql<QuestionRow>`select ${columnsFor(viewerId)} from questions q
      where q.live_session_id = ${liveSessionId} and q.asker_id = ${viewerId}
        and (${cursor}::uuid is null or q.id < ${cursor}::uuid)
      order by q.id desc limit ${limit}`,
  )
}

/** Everything that was answered, for the post that is left, in order. */
export function listForPost(db: Db, liveSessionId: string, limit: number): Promise<QuestionRow[]> {
  return many(
    db,
    sql<QuestionRow>`select ${columnsFor(null)} from questions q
      where q.live_session_id = ${liveSessionId} and q.state = 'answered' and q.body <> ''
      order by q.answered_at, q.id limit ${limit}`,
  )
}

/** What one person asks at the same time is asked one after another. */
export async function lockAsker(db: Db, askerId: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`questions of ${askerId}`}, 0))`)
}

export async function findQuestionByKey(db: Db, askerId: string, clientKey: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from questions where asker_id = ${askerId} and client_key = ${clientKey}`,
  )
  return row?.id ?? null
}

/** What limits a person's next question: when the last one was asked, and how many wait. */
export function readPace(
  db: Db,
  { liveSessionId, askerId }: { liveSessionId: string; askerId: string },
): Promise<{ lastAt: Date | null; waiting: number }> {
  return one(
    db,
    sql<{ lastAt: Date | null; waiting: number }>`select max(asked_at) as "lastAt",
        count(*) filter (where state in ('held', 'open', 'taken'))::integer as waiting
      from questions where live_session_id = ${liveSessionId} and asker_id = ${askerId}`,
  )
}

export async function insertQuestion(
  db: Db,
  given: Pick<QuestionRow, 'id' | 'liveSessionId' | 'askerId' | 'isAnonymous' | 'body' | 'state'> & {
    clientKey: string
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into questions (id, live_session_id, asker_id, client_key, is_anonymous, body, state, asked_at)
      values (${given.id}, ${given.liveSessionId}, ${given.askerId}, ${given.clientKey}, ${given.isAnonymous},
        ${given.body}, ${given.state}, ${given.now})`,
  )
}

export async function storeQuestion(
  db: Db,
  row: Pick<QuestionRow, 'id' | 'state' | 'reason' | 'answer' | 'takenAt' | 'answeredAt'>,
): Promise<void> {
  await run(
    db,
    sql`update questions set state = ${row.state}, reason = ${row.reason}, answer = ${row.answer},
        taken_at = ${row.takenAt}, answered_at = ${row.answeredAt}
      where id = ${row.id}`,
  )
}

/** Counts questions of a session, and those of them that not everyone sees. */
export async function countQuestions(
  db: Db,
  liveSessionId: string,
  { asked, unshown }: { asked: number; unshown: number },
): Promise<{ asked: number; unshown: number }> {
  return one(
    db,
    sql<{ asked: number; unshown: number }>`update live_sessions
      set asked_count = greatest(0, asked_count + ${asked}), unshown_count = greatest(0, unshown_count + ${unshown})
      where id = ${liveSessionId} returning asked_count as asked, unshown_count as unshown`,
  )
}

/** Adds or takes a person's vote; again, it changes nothing. Call with the question locked. */
export async function storeVote(
  db: Db,
  { questionId, userId, isGiven }: { questionId: string; userId: string; isGiven: boolean },
): Promise<boolean> {
  const changed = await run(
    db,
    isGiven
      ? sql`insert into question_votes (question_id, user_id) values (${questionId}, ${userId}) on conflict do nothing`
      : sql`delete from question_votes where question_id = ${questionId} and user_id = ${userId}`,
  )
  if (changed === 0) return false
  await run(db, sql`update questions set votes = votes + ${isGiven ? 1 : -1} where id = ${questionId}`)
  return true
}

/** What was taken when a session ended has been answered. */
export async function answerTaken(db: Db, liveSessionId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update questions set state = 'answered', answered_at = ${now}
      where live_session_id = ${liveSessionId} and state = 'taken' and state in ('open', 'taken')`,
  )
}
