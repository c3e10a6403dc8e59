import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addApp,
  beginApp,
  getSecurity,
  makeRecoveryCodes,
  removeFactor,
} from '#contract/accounts/factor-routes.ts'
import { finishSignIn } from '#contract/accounts/proof-routes.ts'
import { forgotPassword, login, resetPassword } from '#contract/accounts/routes.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { mailedSecret, PASSWORD } from '../flow-testing.ts'
import { aSession, aUser, suspend } from '../testing.ts'
import { encryptSecret, presentHeader } from './app-codes.ts'
import { codeAt } from './factor-testing.ts'
import { rotateFactorKeys } from './key-rotation.ts'

/** How long an authenticator app shows a code. */
const CODE_MS = 30_000

let app: TestApp
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())

/** A person with a password and an authenticator app; and the codes that came with it. */
async function aProtectedPerson() {
  const user = await aUser(app.db, { password: PASSWORD })
  const session = await aSession(app.db, app.platform, user.id)
  const { body } = await app.call(beginApp, {}, { as: session })
  // Codes are good once, and the sign-in that follows needs another. At the beginning of one, the one before is good for long.
  await app.clock.advance(app.db, CODE_MS - (app.clock.now().getTime() % CODE_MS))
  const code = codeAt(body.secret, new Date(app.clock.now().getTime() - CODE_MS))
  const added = await app.call(addApp, { code }, { as: session })
  return { user, session, secret: body.secret, codes: added.body.recoveryCodes ?? [] }
}

function first(user: { email: string }) {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.113.${visitors % 250}` }
  return app.call(login, { email: user.email, password: PASSWORD }, { headers })
}

async function challengeOf(user: { email: string }): Promise<string> {
  return (await first(user)).body.challenge ?? ''
}

const second = (challenge: string, code: string) => app.call(finishSignIn, { challenge, code })
const now = (secret: string) => codeAt(secret, app.clock.now())

describe('logging in to an account with a second factor', () => {
  test('answers the password with a challenge, and no session', async () => {
    const { user } = await aProtectedPerson()
    const answer = await first(user)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      msg: expect.any(String),
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      second: { ways: ['app', 'recovery-code'], passkey: null },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('takes a code from the app, each code once', async () => {
    const { user, secret } = await aProtectedPerson()
    const code = now(secret)
    const answer = await second(await challengeOf(user), code)
    expect(answer.status).toBe(200)
    const session = app.sessionOf(answer)
    expect((await app.call(getSecurity, {}, { as: session })).body.factors).toHaveLength(1)
    const again = await second(await challengeOf(user), code)
    expect([again.status, again.failure.code]).toEqual([403, 'wrong_code'])
  })

  test('one code lets in one of two who send it at the same moment', async () => {
    const { user, secret } = await aProtectedPerson()
    const challenges = [await challengeOf(user), await challengeOf(user)]
    const code = now(secret)
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('lets nobody try more than five codes, nor wait longer than five minutes', async () => {
    const { user, secret } = await aProtectedPerson()
    const challenge = await challengeOf(user)
    const tries = []
    for (let count = 1; count <= 6; count += 1) tries.push((await second(challenge, '000000')).failure.code)
    expect(tries).toEqual([...Array.from({ length: 5 }, () => 'wrong_code'), 'challenge_over'])
    expect((await second(challenge, now(secret))).failure.code).toBe('challenge_over')
    const slow = await challengeOf(user)
    await app.clock.advance(app.db, 300_000)
    expect((await second(slow, now(secret))).failure.code).toBe('challenge_over')
    expect((await second(await challengeOf(user), now(secret))).status).toBe(200)
  })

  test('answers each challenge once, and no made-up one', async () => {
    const { user, secret, codes } = await aProtectedPerson()
    const challenge = await challengeOf(user)
    expect((await second(challenge, now(secret))).status).toBe(200)
    expect((await second(challenge, codes[0] ?? '')).failure.code).toBe('challenge_over')
    expect((await second('a'.repeat(43), codes[0] ?? '')).failure.code).toBe('challenge_over')
  })

  test('slows guesses down however many challenges they are spread over', async () => {
    const { user } = await aProtectedPerson()
    const statuses = []
    for (let round = 0; round < 4; round += 1) {
      const challenge = await challengeOf(user)
      for (let count = 0; count < 4; count += 1) statuses.push((await second(challenge, '000000')).status)
    }
    expect(new Set(statuses.slice(0, 15))).toEqual(new Set([403]))
    expect(statuses.at(15)).toBe(429)
  })

  test('does not open with somebody else’s code, nor while the account is suspended', async () => {
    const { user, secret } = await aProtectedPerson()
    const other = await aProtectedPerson()
    expect((await second(await challengeOf(user), now(other.secret))).failure.code).toBe('wrong_code')
    expect((await second(await challengeOf(user), other.codes[0] ?? '')).failure.code).toBe('wrong_code')
    const challenge = await challengeOf(user)
    await suspend(app.db, app.platform, user.id)
    expect((await second(challenge, now(secret))).failure.code).toBe('account_suspended')
  })

  test('looks to a stranger as logging in to any other: a wrong password, and nothing about factors', async () => {
    const { user } = await aProtectedPerson()
    const answerOf = async (email: string) => {
      const { status, body } = await app.call(login, { email, password: 'wrong-password-1' })
      return { status, body }
    }
    expect(await answerOf(user.email)).toEqual(await answerOf('nobody@example.org'))
  })
})

describe('a recovery code', () => {
  test('logs in once, typed as people type, and is counted and mailed', async () => {
    const { user, codes, session } = await aProtectedPerson()
    expect(codes).toHaveLength(10)
    expect(codes[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')
    expect((await second(await challengeOf(user), typed)).status).toBe(200)
    expect((await second(await challengeOf(user), codes[0] ?? '')).failure.code).toBe('wrong_code')
    expect((await app.call(getSecurity, {}, { as: session })).body.recoveryCodesLeft).toBe(9)
    await app.drain()
    expect((await app.mails(user.email)).map(({ subject }) => subject)).toContain(
      'A recovery code of your Cheers account was used',
    )
  })

  test('is kept as a hash alone', async () => {
    const { user, codes } = await aProtectedPerson()
    const plain = (codes[0] ?? '').replaceAll('-', '')
    const rows = await many(app.db, sql`select t::text from recovery_codes t where user_id = ${user.id}`)
    expect(rows).toHaveLength(10)
    expect(JSON.stringify(rows)).not.toContain(plain)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(plain).toString('hex'))
  })

  test('stops working when new ones are made, or the last factor goes', async () => {
    const { user, codes, session } = await aProtectedPerson()
    const made = await app.call(makeRecoveryCodes, {}, { as: session })
    expect((await second(await challengeOf(user), codes[0] ?? '')).failure.code).toBe('wrong_code')
    expect((await second(await challengeOf(user), made.body.recoveryCodes[0] ?? '')).status).toBe(200)
    const { factors } = (await app.call(getSecurity, {}, { as: session })).body
    await app.call(removeFactor, { factorId: factors[0]?._id ?? '' }, { as: session })
    expect((await first(user)).body.token).toBeDefined()
    expect(await many(app.db, sql`select from recovery_codes where user_id = ${user.id}`)).toEqual([])
    expect((await app.call(makeRecoveryCodes, {}, { as: session })).failure.code).toBe('factors_missing')
  })
})

describe('an authenticator app', () => {
  test('protects nothing before its first code, and cannot be set up twice', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await aSession(app.db, app.platform, user.id)
    const { secret } = (await app.call(beginApp, {}, { as: session })).body
    expect((await first(user)).body.token).toBeDefined()
    expect((await app.call(addApp, { code: '000000' }, { as: session })).failure.code).toBe('wrong_code')
    expect((await app.call(addApp, { code: now(secret) }, { as: session })).status).toBe(200)
    expect((await first(user)).body.token).toBeUndefined()
    expect((await app.call(beginApp, {}, { as: session })).failure.code).toBe('app_exists')
    expect((await app.call(addApp, { code: now(secret) }, { as: session })).failure.code).toBe(
      'app_not_begun',
    )
  })

  test('has to be finished within the hour', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await aSession(app.db, app.platform, user.id)
    const { secret } = (await app.call(beginApp, {}, { as: session })).body
    await app.clock.advance(app.db, 3_600_001)
    expect((await app.call(addApp, { code: now(secret) }, { as: session })).failure.code).toBe(
      'app_not_begun',
    )
  })

  test('is not in the database as anything an app could read', async () => {
    const { user, secret } = await aProtectedPerson()
    const rows = await many(app.db, sql`select t::text from second_factors t where user_id = ${user.id}`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'))
  })
})

test('a new password keeps the second factor', async () => {
  const { user, secret } = await aProtectedPerson()
  await app.call(forgotPassword, { email: user.email })
  const token = await mailedSecret(app, user.email, 'reset-password')
  await app.call(resetPassword, { token, password: PASSWORD, confirmPassword: PASSWORD })
  const answer = await first(user)
  expect(answer.body.token).toBeUndefined()
  expect((await second(answer.body.challenge ?? '', now(secret))).status).toBe(200)
})

test('a secret under the previous key is encrypted anew at night', async () => {
  const { secret, user } = await aProtectedPerson()
  const before = { ...app.platform, secretKey: 'another key for tests, of 32 or more' }
  const old = encryptSecret(before, user.id, secret)
  await run(app.db, sql`update second_factors set encrypted_secret = ${old} where user_id = ${user.id}`)
  const config = { ...app.platform.config, previousSecretKey: before.secretKey }
  const context = {
    platform: { ...app.platform, config },
    now: app.clock.now(),
    signal: AbortSignal.timeout(9000),
  }
  await rotateFactorKeys.run(transactionsOf(app.db), {}, context)
  const [row] = await many(
    app.db,
    sql<{ secret: Buffer }>`select encrypted_secret as secret from second_factors where user_id = ${user.id}`,
  )
  expect(row?.secret.subarray(0, 5)).toEqual(presentHeader(app.platform))
  expect((await second(await challengeOf(user), now(secret))).status).toBe(200)
})
