import type { Db } from '#server/platform/db/query.ts'
import type { Circumstances, Viewer } from '#server/platform/http/implement.ts'
import { newId, newSuffix } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { hashPassword } from './passwords.ts'
import { encryptSecret, newAppSecret } from './proof/app-codes.ts'
import { confirmApp, saveBegunApp } from './proof/factor-queries.ts'
import { insertUser } from './queries.ts'
import { startSession } from './sessions.ts'
import { reinstateAccount, suspendAccount } from './suspension.ts'

export { aRegistration, logIn, mailedSecret, PASSWORD } from './flow-testing.ts'
export { codeAt } from './proof/factor-testing.ts'

export interface BuiltUser {
  id: string
  name: string
  username: string
  email: string
}

/** An activated account; omitted fields are made up. Without a password it can't log in. */
export async function aUser(
  db: Db,
  given: Partial<Omit<BuiltUser, 'id'>> & { password?: string; isActivated?: boolean; now?: Date } = {},
): Promise<BuiltUser> {
  const now = given.now ?? new Date()
  const suffix = newSuffix()
  const user: BuiltUser = {
    id: newId(now),
    name: given.name ?? 'Ravi Menon',
    username: given.username ?? `ravi-${suffix}`,
    email: given.email ?? `ravi-${suffix}@example.com`,
  }
  const isWritten = await insertUser(db, {
    ...user,
    passwordHash: given.password === undefined ? null : await hashPassword(given.password),
    emailVerifiedAt: given.isActivated === false ? null : now,
    ageConfirmedAt: now,
    createdAt: now,
  })
  if (!isWritten) throw new Error(`${user.username} is taken`)
  return user
}

/** A user as a caller, for services that are called without a session. */
export function asViewer({ id, name, email }: Pick<BuiltUser, 'id' | 'name' | 'email'>): Viewer {
  return {
    kind: 'user',
    id,
    sessionId: '',
    name,
    email,
    creatorId: null,
    payeeId: null,
    roles: [],
    provedAt: ALWAYS_PROVED,
    methods: ['passkey'],
    hasFactor: false,
  }
}

/** Later than any test: what needs a fresh proof isn't what most tests are about. */
const ALWAYS_PROVED = new Date('2200-01-01T00:00:00Z')

/** Signs a user in without the forms: both halves of a new session, which is proved for good unless told otherwise. */
export async function aSession(
  db: Db,
  platform: Platform,
  userId: string,
  { provedAt = ALWAYS_PROVED }: { provedAt?: Date } = {},
): Promise<{ token: string; cookie: string }> {
  let cookie = ''
  const browser: Circumstances = {
    platform,
    now: platform.clock.now(),
    requestId: newId(platform.clock.now()),
    ip: '127.0.0.1',
    userAgent: 'tests',
    cookies: {},
    setCookie: (_, value) => void (cookie = value),
    clearCookie: () => undefined,
  }
  const session = {
    id: newId(browser.now),
    userId,
    provedAt,
    methods: ['passkey'],
    deviceMark: null,
  } as const
  const token = await startSession(db, session, browser)
  return { token, cookie }
}

/** A user with a session, in one step. */
export async function aSignedInUser(
  { db, platform }: { db: Db; platform: Platform },
  given: Parameters<typeof aUser>[1] = {},
): Promise<{ user: BuiltUser; session: { token: string; cookie: string } }> {
  const user = await aUser(db, given)
  return { user, session: await aSession(db, platform, user.id) }
}

/** Suspends a user as the staff do. */
export function suspend(db: Db, platform: Platform, userId: string): Promise<boolean> {
  const decision = { userId, reason: 'Sold what was not theirs', by: 'dev', now: platform.clock.now() }
  return db.transaction().execute((transaction) => suspendAccount(transaction, decision))
}

/** Lifts it again. */
export function reinstate(db: Db, platform: Platform, userId: string): Promise<boolean> {
  const decision = { userId, reason: 'It was theirs after all', by: 'dev', now: platform.clock.now() }
  return db.transaction().execute((transaction) => reinstateAccount(transaction, decision))
}

/** Gives a user an authenticator app; its secret. */
export async function aFactor(
  { db, platform }: { db: Db; platform: Platform },
  userId: string,
): Promise<string> {
  const secret = newAppSecret()
  const now = platform.clock.now()
  const id = newId(now)
  await saveBegunApp(db, { id, userId, encryptedSecret: encryptSecret(platform, userId, secret), now })
  await confirmApp(db, id, { step: 0, now })
  return secret
}
