import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forgotPassword, login, register } from '#contract/accounts/routes.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { aUser, type BuiltUser } from './testing.ts'

const TRIES_PER_ACCOUNT = 10

let proxied: TestApp
let direct: TestApp

beforeAll(async () => {
  proxied = await startTestApp({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://cheers.example' })
  direct = await startTestApp()
})
afterAll(async () => {
  await proxied.close()
  await direct.close()
})

function logInFrom(app: TestApp, address: string, user: BuiltUser, password: string) {
  return app.call(login, { email: user.email, password }, { headers: { 'x-forwarded-for': address } })
}

async function guessInVain(app: TestApp, user: BuiltUser, addressOf: (attempt: number) => string) {
  const statuses: number[] = []
  for (let attempt = 1; attempt <= TRIES_PER_ACCOUNT; attempt += 1)
    statuses.push((await logInFrom(app, addressOf(attempt), user, `guess-number-${attempt}`)).status)
  return statuses
}

describe('guessing a password', () => {
  test('is stopped at the eleventh try, with the time to wait', async () => {
    const user = await aUser(proxied.db, { password: PASSWORD })
    expect(new Set(await guessInVain(proxied, user, () => '203.0.113.1'))).toEqual(new Set([401]))
    const eleventh = await logInFrom(proxied, '203.0.113.1', user, 'guess-number-11')
    expect(eleventh).toMatchObject({
      status: 429,
      failure: { code: 'too_many_requests', message: expect.stringContaining('wait a moment') },
    })
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(eleventh.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    // After that not even the right guess gets through.
    expect((await logInFrom(proxied, '203.0.113.1', user, PASSWORD)).status).toBe(429)
  })

  test('does not lock out the owner, who uses another address', async () => {
    const user = await aUser(proxied.db, { password: PASSWORD })
    await guessInVain(proxied, user, () => '203.0.113.2')
    expect((await logInFrom(proxied, '203.0.113.2', user, PASSWORD)).status).toBe(429)
    expect((await logInFrom(proxied, '198.51.100.7', user, PASSWORD)).status).toBe(200)
  })

  test('does not touch other accounts of the same office', async () => {
    const [guessed, colleague] = [
      await aUser(proxied.db, { password: PASSWORD }),
      await aUser(proxied.db, { password: PASSWORD }),
    ]
    await guessInVain(proxied, guessed, () => '203.0.113.3')
    expect((await logInFrom(proxied, '203.0.113.3', colleague, PASSWORD)).status).toBe(200)
  })

  test('counts an address whatever its case', async () => {
    const user = await aUser(proxied.db, { email: 'casing@example.org', password: PASSWORD })
    await guessInVain(proxied, { ...user, email: 'CASING@example.org' }, () => '203.0.113.4')
    expect((await logInFrom(proxied, '203.0.113.4', user, PASSWORD)).status).toBe(429)
  })

  test('cannot be spread over made-up addresses when no proxy is configured', async () => {
    const user = await aUser(direct.db, { password: PASSWORD })
    await guessInVain(direct, user, (attempt) => `203.0.113.${attempt}`)
    expect((await logInFrom(direct, '198.51.100.7', user, PASSWORD)).status).toBe(429)
  })

  test("cannot be spread by adding addresses in front of the proxy's own", async () => {
    const user = await aUser(proxied.db, { password: PASSWORD })
    await guessInVain(proxied, user, (attempt) => `192.0.2.${attempt}, 203.0.113.5`)
    expect((await logInFrom(proxied, '192.0.2.99, 203.0.113.5', user, PASSWORD)).status).toBe(429)
  })

  test('treats the longest possible address as just another wrong one', async () => {
    const email = `${'a'.repeat(240)}@example.org`
    const answer = await direct.call(login, { email, password: 'wrong-password-1' })
    expect(answer).toMatchObject({ status: 401, failure: { code: 'credentials_wrong' } })
  })
})

/** One of the most used passwords is refused before anything is hashed, and counts all the same. */
function signUp(address: string) {
  return proxied.call(register, aRegistration({ password: 'Password123' }), {
    headers: { 'x-forwarded-for': address },
  })
}

describe('one address that', () => {
  test('requests a new password for the same account a fourth time has to wait', async () => {
    const { email } = await aUser(proxied.db)
    const ask = () =>
      proxied.call(forgotPassword, { email }, { headers: { 'x-forwarded-for': '203.0.113.6' } })
    const statuses = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('signs up a thirty-first time has to wait; others need not', async () => {
    for (let attempt = 1; attempt <= 30; attempt += 1) expect((await signUp('203.0.113.7')).status).toBe(422)
    const next = await signUp('203.0.113.7')
    expect(next.status).toBe(429)
    expect(next.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await signUp('203.0.113.8')).status).toBe(422)
  })
})

describe('the cookie half of a session', () => {
  test('is bound to the host and to https where the site has it', async () => {
    const user = await aUser(proxied.db, { password: PASSWORD })
    const answer = await logInFrom(proxied, '203.0.113.9', user, PASSWORD)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-cheers=[\w-]{43};/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=7776000'])
      expect(cookie.split('; ')).toContain(attribute)
    expect(cookie).not.toContain('Domain')
  })

  test('is out of reach of scripts on plain http too', async () => {
    const user = await aUser(direct.db, { password: PASSWORD })
    const [cookie = ''] = (await logInFrom(direct, '', user, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(/^cheers-\d+=[\w-]{43};/)
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']))
  })
})
