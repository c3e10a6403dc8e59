import type { StaffRole } from '#contract/http/permissions.ts'
import type { ProofMethod } from '#contract/http/proof-methods.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

export async function insertSession(
  db: Db,
  session: {
    id: string
    userId: string
    tokenHash: Buffer
    cookieHash: Buffer
    userAgent: string
    createdAt: Date
    provedAt: Date
    methods: readonly ProofMethod[]
    deviceMark: Buffer | null
  },
): Promise<void> {
  await run(
    db,
    sql`insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at, proved_at,
        methods, device_mark)
      values (${session.id}, ${session.userId}, ${session.tokenHash}, ${session.cookieHash}, ${session.userAgent},
        ${session.createdAt}, ${session.createdAt}, ${session.provedAt}, ${session.methods}::text[],
        ${session.deviceMark})`,
  )
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from sessions where id = ${id}`)
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from sessions where user_id = ${userId}`)
}

/** Whether this user had such a session. */
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

/** The valid sessions, the most recently used first. */
export function listSessions(db: Db, userId: string, limits: SessionLimits): Promise<ListedSession[]> {
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
  payeeId: string | null
  roles: StaffRole[]
  provedAt: Date | null
  methods: ProofMethod[]
  hasFactor: boolean
}

interface SessionLimits {
  seenAfter: Date
  madeAfter: Date
}

/*
 * Runs on every signed-in request. The creator's id and the staff's roles are read from later domains' tables because
 * both are part of the caller's identity.
 */
const sessionByHalves = prepared<SessionRow, SessionLimits & { tokenHash: Buffer; cookieHash: Buffer }>(
  'session-by-halves',
  (
    given,
  ) => sql<SessionRow>`select s.id as "sessionId", s.last_seen_at as "lastSeenAt", u.id, u.name, u.email,
      case when c.hidden_at is null then c.id end as "creatorId", c.id as "payeeId",
      array(select role from staff where user_id = u.id and ended_at is null) as roles,
      s.proved_at as "provedAt", s.methods,
      exists (select from second_factors where user_id = u.id and confirmed_at is not null) as "hasFactor"
    from sessions s
    join users u on u.id = s.user_id
    left join creators c on c.user_id = u.id
    where s.token_hash = ${given.tokenHash} and s.cookie_hash = ${given.cookieHash}
      and s.last_seen_at > ${given.seenAfter} and s.created_at > ${given.madeAfter} and u.status = 'active'`,
)

/** A live session with its user, by both of its halves. */
export function findSession(
  db: Db,
  halves: { tokenHash: Buffer; cookieHash: Buffer },
  limits: SessionLimits,
): Promise<SessionRow | null> {
  return maybeOne(db, sessionByHalves({ ...halves, ...limits }))
}

/** The user of a session has proved that it is them. */
export async function markSessionProved(
  db: Db,
  id: string,
  { methods, now }: { methods: readonly ProofMethod[]; now: Date },
): Promise<void> {
  await run(db, sql`update sessions set proved_at = ${now}, methods = ${methods}::text[] where id = ${id}`)
}

export async function markSessionSeen(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update sessions set last_seen_at = ${now} where id = ${id}`)
}

const holderOfCookie = prepared<{ userId: string }, SessionLimits & { cookieHash: Buffer }>(
  'holder-of-cookie',
  (given) => sql<{
    userId: string
  }>`select s.user_id as "userId" from sessions s join users u on u.id = s.user_id
    where s.cookie_hash = ${given.cookieHash} and s.last_seen_at > ${given.seenAfter}
      and s.created_at > ${given.madeAfter} and u.status = 'active'`,
)

/** The user of a cookie half's live session. It proves less than both halves do. */
export async function findCookieHolder(
  db: Db,
  cookieHash: Buffer,
  limits: SessionLimits,
): Promise<string | null> {
  return (await maybeOne(db, holderOfCookie({ cookieHash, ...limits })))?.userId ?? null
}
