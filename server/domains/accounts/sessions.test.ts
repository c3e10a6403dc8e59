import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { getLoggedInUser, login, logout, register } from '#contract/accounts/routes.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { anActivatedPerson, aRegistration, logIn, mailedSecret, PASSWORD } from './flow-testing.ts'
import { HASH_MEMORY_KIB, hashWithMemory } from './passwords.ts'
import { sessionCookieName } from './sessions.ts'
import { aSession, aSignedInUser, aUser } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function statusFor(session: TestSession): Promise<number> {
  return (await app.call(getLoggedInUser, {}, { as: session })).status
}

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await app.call(getLoggedInUser, {}, { headers })).status
}

describe('a session needs both of its halves', () => {
  test('neither the token nor the cookie alone opens anything', async () => {
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    const cookieName = sessionCookieName(app.platform.config.publicUrl)
    expect(await statusFor(session)).toBe(200)
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${session.token}` })).toBe(401)
    expect(await statusWith({ cookie: `${cookieName}=${session.cookie}` })).toBe(401)
  })

  test('halves of two sessions do not fit together, not even of the same person', async () => {
    const { user, session } = await aSignedInUser(app, { now: app.clock.now() })
    const another = await aSession(app.db, app.platform, user.id)
    const strangers = (await aSignedInUser(app, { now: app.clock.now() })).session
    expect(await statusFor(another)).toBe(200)
    expect(await statusFor({ token: session.token, cookie: another.cookie })).toBe(401)
    expect(await statusFor({ token: another.token, cookie: session.cookie })).toBe(401)
    expect(await statusFor({ token: session.token, cookie: strangers.cookie })).toBe(401)
  })

  test.each([
    ['a made-up half', (half: string) => half.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['what the database holds of it', (half: string) => hashSecret(half).toString('base64url')],
    ['nothing', () => ''],
    ['a text that tries SQL', () => "' or true --"],
  ])('%s in place of either half is refused', async (_, replace) => {
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    expect(await statusFor({ ...session, token: replace(session.token) })).toBe(401)
    expect(await statusFor({ ...session, cookie: encodeURIComponent(replace(session.cookie)) })).toBe(401)
  })

  test('the token is accepted as a bearer token and nowhere else', async () => {
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    const cookie = `${sessionCookieName(app.platform.config.publicUrl)}=${session.cookie}`
    expect(await statusWith({ cookie, authorization: session.token })).toBe(401)
    expect(await statusWith({ cookie, authorization: `Basic ${session.token}` })).toBe(401)
    const inQuery = await fetch(`${app.baseUrl}/api/auth/getLoggedInUser?token=${session.token}`, {
      headers: { cookie },
    })
    expect(inQuery.status).toBe(401)
  })
})

describe('a session ends', () => {
  test('at once when its person logs out, and no other session does', async () => {
    const { user, session } = await aSignedInUser(app, { now: app.clock.now() })
    const elsewhere = await aSession(app.db, app.platform, user.id)
    expect((await app.call(logout, {}, { as: session })).status).toBe(200)
    expect(await statusFor(session)).toBe(401)
    expect((await app.call(logout, {}, { as: session })).status).toBe(401)
    expect(await statusFor(elsewhere)).toBe(200)
  })

  test('at once when the account is suspended, which a login reveals only after the right password', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await logIn(app, { email: user.email, password: PASSWORD })
    await run(app.db, sql`update users set status = 'suspended' where id = ${user.id}`)
    expect(await statusFor(session)).toBe(401)
    const wrong = await app.call(login, { email: user.email, password: 'wrong-password-1' })
    expect(wrong).toMatchObject({ status: 401, failure: { code: 'credentials_wrong' } })
    const right = await app.call(login, { email: user.email, password: PASSWORD })
    expect(right).toMatchObject({ status: 403, failure: { code: 'account_suspended' } })
    expect(right.body).not.toHaveProperty('token')
    expect(right.headers.getSetCookie()).toEqual([])
  })

  test('after thirty days without use', async () => {
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    await app.clock.advance(app.db, 30 * DAY_MS + 1000)
    expect(await statusFor(session)).toBe(401)
  })

  test('after ninety days, however often it is used', async () => {
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    for (const days of [29, 29, 29]) {
      await app.clock.advance(app.db, days * DAY_MS)
      expect(await statusFor(session)).toBe(200)
    }
    await app.clock.advance(app.db, 3 * DAY_MS - 60_000)
    expect(await statusFor(session)).toBe(200)
    await app.clock.advance(app.db, 61_000)
    expect(await statusFor(session)).toBe(401)
  })
})

describe('logging in again', () => {
  test('starts another session with new halves; a token sent along is not adopted', async () => {
    const person = await anActivatedPerson(app)
    const first = await logIn(app, person)
    const planted = { token: newSecret(), cookie: newSecret() }
    const again = app.sessionOf(
      await app.call(login, { email: person.email, password: person.password }, { as: planted }),
    )
    expect(
      new Set([first.token, first.cookie, again.token, again.cookie, planted.token, planted.cookie]).size,
    ).toBe(6)
    expect(await statusFor(planted)).toBe(401)
    expect([await statusFor(first), await statusFor(again)]).toEqual([200, 200])
  })
})

/** Names of the tables, the queue's included, in which a row holds a text: as text, or as bytes. */
async function listTablesHolding(...texts: string[]): Promise<string[]> {
  const tables = await many(
    app.db,
    sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(15)
  const found: string[] = []
  for (const { name } of tables)
    for (const text of texts) {
      // A row as text shows bytea in hexadecimal.
      const asBytes = Buffer.from(text).toString('hex')
      const decoded = Buffer.from(text, 'base64url').toString('hex')
      const rows = await many(
        app.db,
        sql`select from ${sql.raw(name)} t where position(${text} in t::text) > 0
          or position(${asBytes} in t::text) > 0 or position(${decoded} in t::text) > 0`,
      )
      if (rows.length > 0) found.push(name)
    }
  return found
}

describe('the database', () => {
  test('holds hashes of session halves, mail links and passwords, and none of them', async () => {
    const form = aRegistration({ password: 'a-password-nobody-else-has' })
    await app.call(register, form)
    expect(await listTablesHolding(form.password)).toEqual([])
    const link = await mailedSecret(app, form.email, 'activate-account')
    expect(await listTablesHolding(link)).toEqual([])
    const { session } = await aSignedInUser(app, { now: app.clock.now() })
    expect(await listTablesHolding(session.token, session.cookie)).toEqual([])

    // The search does find things that exist.
    expect(await listTablesHolding(form.username)).toContain('public.users')
    expect(await listTablesHolding(hashSecret(session.token).toString('base64url'))).toEqual([
      'public.sessions',
    ])
    expect(await listTablesHolding(hashSecret(link).toString('base64url'))).toEqual(['public.mail_tokens'])
  })

  test('stores passwords as argon2id, each with its own salt', async () => {
    hashWithMemory(HASH_MEMORY_KIB)
    onTestFinished(() => hashWithMemory(8))
    const users = [await aUser(app.db, { password: PASSWORD }), await aUser(app.db, { password: PASSWORD })]
    const hashes = await many(
      app.db,
      sql<{
        hash: string
      }>`select password_hash as hash from users where id = any(${users.map(({ id }) => id)}::uuid[])`,
    )
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2)
    for (const { hash } of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })
})
