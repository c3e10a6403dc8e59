import type pg from 'pg'

import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import type { Circumstances, Viewer } from '#server/platform/http/implement.ts'
import type { SessionReader } from '#server/platform/http/register-routes.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

/** A session nobody used for this long is over (readings, item 1). */
export const SESSION_IDLE_DAYS = 30
/** No session outlives this, used or not. */
export const SESSION_ABSOLUTE_DAYS = 90

export const DAY_MS = 86_400_000
/** How often using a session is written down; the idle limit is coarse enough for that. */
const SEEN_EVERY_MS = 3_600_000

/**
 * `__Host-` pins the cookie to this host over https. On plain http the port is part of the name, because cookies do
 * not tell ports apart and two copies on one machine would sign each other's users out.
 */
export function sessionCookieName(publicUrl: string): string {
  const url = new URL(publicUrl)
  return url.protocol === 'https:' ? '__Host-cheers' : `cheers-${url.port || '80'}`
}

/** Starts a session: returns the half for the browser's storage, sets the other as an HttpOnly cookie. */
export async function startSession(db: Db, userId: string, call: Circumstances): Promise<string> {
  const token = newSecret()
  const cookie = newSecret()
  await run(
    db,
    sql`insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
      values (${newId(call.now)}, ${userId}, ${hashSecret(token)}, ${hashSecret(cookie)}, ${call.userAgent},
        ${call.now}, ${call.now})`,
  )
  call.setCookie(sessionCookieName(call.platform.config.publicUrl), cookie, {
    maxAgeSeconds: (SESSION_ABSOLUTE_DAYS * DAY_MS) / 1000,
  })
  return token
}

export async function endSession(db: Db, sessionId: string, call: Circumstances): Promise<void> {
  await run(db, sql`delete from sessions where id = ${sessionId}`)
  call.clearCookie(sessionCookieName(call.platform.config.publicUrl))
}

/** After a password change, a suspension or a deletion nobody stays signed in. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await many(db, sql`delete from sessions where user_id = ${userId}`)
}

/** Sessions that may still act must have been seen after the first and made after the second moment. */
export function sessionLimits(now: Date): { seenAfter: Date; madeAfter: Date } {
  return {
    seenAfter: new Date(now.getTime() - SESSION_IDLE_DAYS * DAY_MS),
    madeAfter: new Date(now.getTime() - SESSION_ABSOLUTE_DAYS * DAY_MS),
  }
}

interface SessionRow {
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
    left join creators c on c.user_id = u.id
    where s.token_hash = $1 and s.cookie_hash = $2 and s.last_seen_at > $3 and s.created_at > $4
      and u.status = 'active'`,
}

/** Recognises callers. Both halves must belong to the same live session. */
export function createSessionReader(platform: Platform): SessionReader {
  const { pool } = platform.database
  const cookieName = sessionCookieName(platform.config.publicUrl)
  return {
    async findViewer({ authorization, cookies }): Promise<Viewer | null> {
      const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
      const cookie = cookies[cookieName]
      if (!token || !cookie) return null
      const now = platform.clock.now()
      const { seenAfter, madeAfter } = sessionLimits(now)
      const { rows } = await pool.query<SessionRow>({
        ...FIND_SESSION,
        values: [hashSecret(token), hashSecret(cookie), seenAfter, madeAfter],
      })
      const row = rows[0]
      if (!row) return null
      if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY_MS) await markSeen(pool, row.sessionId, now)
      const { lastSeenAt: _, ...viewer } = row
      return viewer
    },
  }
}

async function markSeen(pool: pg.Pool, sessionId: string, now: Date): Promise<void> {
  await pool.query('update sessions set last_seen_at = $2 where id = $1', [sessionId, now])
}
