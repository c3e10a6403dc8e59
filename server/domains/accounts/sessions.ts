import type { ProofMethod } from '#contract/http/proof-methods.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Circumstances, Viewer } from '#server/platform/http/implement.ts'
import type { SessionReader } from '#server/platform/http/register-routes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import {
  deleteSession,
  deleteSessionsOfUser,
  findCookieHolder,
  findSession,
  insertSession,
  markSessionSeen,
} from './session-queries.ts'

/** A session unused for this long is over. */
const SESSION_IDLE_DAYS = 30
/** No session outlives this, used or not. */
const SESSION_ABSOLUTE_DAYS = 90

const DAY_MS = 86_400_000
/** How often the use of a session is recorded; the idle limit is coarse enough for that. */
const SEEN_EVERY_MS = 3_600_000

/**
 * `__Host-` pins the cookie to this host over https. On plain http the port is part of the name, because cookies do
 * not tell ports apart and two copies on one machine would sign each other's users out.
 */
export function sessionCookieName(publicUrl: string): string {
  const url = new URL(publicUrl)
  return url.protocol === 'https:' ? '__Host-cheers' : `cheers-${url.port || '80'}`
}

/** A session about to start: whose, and how its user proved who they are. */
export interface NewSession {
  id: string
  userId: string
  provedAt: Date
  methods: readonly ProofMethod[]
  /** The browser, if it has been marked. */
  deviceMark: Buffer | null
}

/** Starts a session: returns the half for the browser's storage, sets the other as an HttpOnly cookie. */
export async function startSession(db: Db, session: NewSession, call: Circumstances): Promise<string> {
  const token = newSecret()
  const cookie = newSecret()
  await insertSession(db, {
    ...session,
    tokenHash: hashSecret(token),
    cookieHash: hashSecret(cookie),
    userAgent: call.userAgent,
    createdAt: call.now,
  })
  call.setCookie(sessionCookieName(call.platform.config.publicUrl), cookie, {
    maxAgeSeconds: (SESSION_ABSOLUTE_DAYS * DAY_MS) / 1000,
  })
  return token
}

export async function endSession(db: Db, sessionId: string, call: Circumstances): Promise<void> {
  await deleteSession(db, sessionId)
  forgetSessionCookie(call)
}

/** Takes the browser's half back; its session has already ended. */
export function forgetSessionCookie(call: Circumstances): void {
  call.clearCookie(sessionCookieName(call.platform.config.publicUrl))
}

/** After a password change, a suspension or a deletion nobody stays signed in. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await deleteSessionsOfUser(db, userId)
}

/** Valid sessions must have been seen after the first and made after the second moment. */
export function sessionLimits(now: Date): { seenAfter: Date; madeAfter: Date } {
  return {
    seenAfter: new Date(now.getTime() - SESSION_IDLE_DAYS * DAY_MS),
    madeAfter: new Date(now.getTime() - SESSION_ABSOLUTE_DAYS * DAY_MS),
  }
}

/** Recognises callers. Both halves must belong to the same live session. */
export function createSessionReader(platform: Platform): SessionReader {
  const { db } = platform.database
  const cookieName = sessionCookieName(platform.config.publicUrl)
  return {
    async findViewer({ authorization, cookies }): Promise<Viewer | null> {
      const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
      const cookie = cookies[cookieName]
      if (!token || !cookie) return null
      const now = platform.clock.now()
      const halves = { tokenHash: hashSecret(token), cookieHash: hashSecret(cookie) }
      const row = await findSession(db, halves, sessionLimits(now))
      if (!row) return null
      if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY_MS)
        await markSessionSeen(db, row.sessionId, now)
      const { lastSeenAt: _, ...viewer } = row
      return { kind: 'user', ...viewer }
    },
  }
}

/**
 * The user that the cookie half alone points to. Enough only together with an address given to the same user: never for
 * a call.
 */
export function createCookieReader(
  platform: Platform,
): (cookies: Circumstances['cookies']) => Promise<string | null> {
  const cookieName = sessionCookieName(platform.config.publicUrl)
  return async (cookies) => {
    const cookie = cookies[cookieName]
    if (!cookie) return null
    const limits = sessionLimits(platform.clock.now())
    return findCookieHolder(platform.database.db, hashSecret(cookie), limits)
  }
}
