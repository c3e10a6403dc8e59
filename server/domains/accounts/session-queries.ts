import type pg from 'pg'

import { type Db, many, run, sql } from '#server/platform/db/query.ts'

export async function insertSession(
  db: Db,
  session: {
    id: string
    userId: string
    tokenHash: Buffer
    cookieHash: Buffer
    userAgent: string
    createdAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
      values (${session.id}, ${session.userId}, ${session.tokenHash}, ${session.cookieHash}, ${session.userAgent},
        ${session.createdAt}, ${session.createdAt})`,
  )
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from sessions where id = ${id}`)
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from sessions where user_id = ${userId}`)
}

/** Whether there was such a session of this user. */
export async function deleteSessionOfUser(db: Db, userId: string, id: string): Promise<boolean> {
  return (await run(db, sql`delete from sessions where id = ${id} and user_id = ${userId}`)) > 0
}

export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await run(db, sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`)
}

export interface ListedSession {
  id: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
}

/** The sessions that may still act, the most recently used first. */
export function listSessions(
  db: Db,
  userId: string,
  limits: { seenAfter: Date; madeAfter: Date },
): Promise<ListedSession[]> {
  return many(
    db,
    sql<ListedSession>`select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
      from sessions
      where user_id = ${userId} and last_seen_at > ${limits.seenAfter} and created_at > ${limits.madeAfter}
      order by last_seen_at desc, id desc`,
  )
}

export interface SessionRow {
  sessionId: string
  lastSeenAt: Date
  id: string
  name: string
  email: string
  creatorId: string | null
}

/*
 * Runs on every signed-in request, hence a named prepared statement straight on the pool. The creator's id is joined
 * from the later domain's table because who is a creator is part of who is calling.
 */
const FIND_SESSION = {
  name: 'find-session',
  text: `select s.id as "sessionId", s.last_seen_at as "lastSeenAt", u.id, u.name, u.email, c.id as "creatorId"
    from sessions s
    join users u on u.id = s.user_id
    left join creators c on c.user_id = u.id and c.hidden_at is null
    where s.token_hash = $1 and s.cookie_hash = $2 and s.last_seen_at > $3 and s.created_at > $4
      and u.status = 'active'`,
}

/** A live session with its user, by both of its halves. */
export async function findSession(
  pool: pg.Pool,
  halves: { tokenHash: Buffer; cookieHash: Buffer },
  limits: { seenAfter: Date; madeAfter: Date },
): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({
    ...FIND_SESSION,
    values: [halves.tokenHash, halves.cookieHash, limits.seenAfter, limits.madeAfter],
  })
  return rows[0] ?? null
}

export async function markSessionSeen(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await pool.query('update sessions set last_seen_at = $2 where id = $1', [id, now])
}

/** Whose live session a cookie half belongs to. It proves less than both halves do. */
export async function findCookieHolder(
  pool: pg.Pool,
  cookieHash: Buffer,
  limits: { seenAfter: Date; madeAfter: Date },
): Promise<string | null> {
  const { rows } = await pool.query<{ userId: string }>({
    name: 'find-cookie-holder',
    text: `select s.user_id as "userId" from sessions s join users u on u.id = s.user_id
      where s.cookie_hash = $1 and s.last_seen_at > $2 and s.created_at > $3 and u.status = 'active'`,
    values: [cookieHash, limits.seenAfter, limits.madeAfter],
  })
  return rows[0]?.userId ?? null
}
