import { type Db, many, run, sql } from '#server/platform/db/query.ts'

interface OwnQuestion {
  page: string
  session: string
  body: string
  state: string
  isAnonymous: boolean
  answer: string
  askedAt: Date
}

/** What a person asked in live sessions. */
export function listOwnQuestions(db: Db, userId: string): Promise<OwnQuestion[]> {
  return many(
    db,
    sql<OwnQuestion>`select c.handle as page, l.title as session, q.body, q.state, q.is_anonymous as "isAnonymous",
        q.answer, q.asked_at as "askedAt"
      from questions q join live_sessions l on l.id = q.live_session_id join creators c on c.id = l.creator_id
      where q.asker_id = ${userId} order by q.id`,
  )
}

/** Which live sessions a person came to, or wants to be reminded of. */
export function listOwnAttendances(
  db: Db,
  userId: string,
): Promise<{ page: string; session: string; cameAt: Date | null }[]> {
  return many(
    db,
    sql<{ page: string; session: string; cameAt: Date | null }>`select c.handle as page, l.title as session,
        marked.came_at as "cameAt"
      from (select live_session_id, came_at from live_attendances where user_id = ${userId}
          union all select live_session_id, null from live_reminders where user_id = ${userId}) marked
        join live_sessions l on l.id = marked.live_session_id join creators c on c.id = l.creator_id
      order by l.starts_at, l.id, marked.came_at`,
  )
}

/** Which questions of others a person wanted answered. */
export function listOwnQuestionVotes(
  db: Db,
  userId: string,
): Promise<{ page: string; session: string; question: string }[]> {
  return many(
    db,
    sql<{ page: string; session: string; question: string }>`select c.handle as page, l.title as session,
        q.body as question
      from question_votes v join questions q on q.id = v.question_id
        join live_sessions l on l.id = q.live_session_id join creators c on c.id = l.creator_id
      where v.user_id = ${userId} and q.state in ('open', 'taken', 'answered') order by q.id`,
  )
}

interface OwnSession {
  title: string
  text: string
  startsAt: Date
  state: string
}

/** The live sessions that a creator planned. */
export function listOwnSessions(db: Db, creatorId: string): Promise<OwnSession[]> {
  return many(
    db,
    sql<OwnSession>`select title, text, starts_at as "startsAt", state from live_sessions
      where creator_id = ${creatorId} order by starts_at, id`,
  )
}

/** What is kept about a person. Their questions have no words any more; what wasn't answered is withdrawn. */
export async function eraseAtLive(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`with before as (select id, live_session_id, state from questions where asker_id = ${userId} for update),
        erased as (update questions q set body = '', reason = '',
            state = case when before.state = 'answered' then 'answered' else 'withdrawn' end
          from before where q.id = before.id returning q.id)
      update live_sessions l set asked_count = greatest(0, l.asked_count - counted.withdrawn),
        unshown_count = greatest(0, l.unshown_count - counted.unshown)
      from (select live_session_id, count(*) filter (where state not in ('answered', 'withdrawn')) as withdrawn,
          count(*) filter (where state in ('held', 'declined')) as unshown
        from before group by live_session_id) counted
      where l.id = counted.live_session_id`,
  )
  await run(db, sql`delete from question_votes where user_id = ${userId}`)
  await run(db, sql`delete from live_attendances where user_id = ${userId}`)
  await run(db, sql`delete from live_reminders where user_id = ${userId}`)
  await run(db, sql`delete from live_players where user_id = ${userId}`)
}

/** The words of a page's sessions; what others asked there is theirs. */
export async function eraseSessions(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`update questions q set answer = '', reason = '' from live_sessions l
      where l.id = q.live_session_id and l.creator_id = ${creatorId}`,
  )
  await run(db, sql`update live_sessions set title = '', text = '' where creator_id = ${creatorId}`)
  await run(db, sql`delete from stream_keys where creator_id = ${creatorId}`)
}
