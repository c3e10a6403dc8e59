import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountFailures as failures } from '#contract/accounts/failures.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
import {
  forgotPassword,
  getLoggedInUser,
  register,
  resetPassword,
  sendActivationEmail,
  verify,
  verifyCode,
} from '#contract/accounts/routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { newSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import {
  anActivatedPerson,
  aRegistration,
  cookiesOf,
  mailedActivationCode,
  mailedSecret,
  registerSomebody,
} from './flow-testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function registerWithCode(form = aRegistration()) {
  const somebody = await registerSomebody(app, form)
  return { ...somebody, code: await mailedActivationCode(app, form.email) }
}

/** A code that isn't the given one. */
function another(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

async function failureOf(code: string, headers?: { cookie: string }): Promise<string> {
  const answer = await app.call(verifyCode, { code }, { headers: headers ?? {} })
  return answer.status === 200 ? 'none' : answer.failure.code
}

describe('the mailed code, typed in the browser that signed up,', () => {
  test.each([
    ['as it is', (code: string) => code],
    ['in two groups', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ])('%s, activates and logs in', async (_, typed) => {
    const { form, code, headers } = await registerWithCode()
    const answer = await app.call(verifyCode, { code: typed(code) }, { headers })
    expect(answer.body).toMatchObject({ msg: messages.activated, email: form.email })
    const me = await app.call(getLoggedInUser, {}, { as: app.sessionOf(answer) })
    expect(me.body).toMatchObject({ user: { email: form.email, username: form.username } })
    expect(answer.headers.getSetCookie().join()).toMatch(/cheers-sign-up=;/)
  })

  test('works again for ten minutes, since an answer may get lost, and then no more', async () => {
    const { code, headers } = await registerWithCode()
    await app.call(verifyCode, { code }, { headers })
    expect((await app.call(verifyCode, { code }, { headers })).body).toHaveProperty('token')
    await app.clock.advance(app.db, 600_000)
    expect(await failureOf(code, headers)).toBe(failures.activation_code_elsewhere.code)
  })

  test('works after a mail scanner has opened the link, and so does the link', async () => {
    const { token, code, headers } = await registerWithCode()
    expect((await app.call(verify, { token })).body).not.toHaveProperty('token')
    expect((await app.call(verify, { token }, { headers })).body).toHaveProperty('token')
    expect((await app.call(verifyCode, { code }, { headers })).body).toHaveProperty('token')
  })

  test('is replaced by the code of the next mail', async () => {
    const { form, code, headers } = await registerWithCode()
    await app.call(sendActivationEmail, form)
    const next = await mailedActivationCode(app, form.email)
    if (next !== code) expect(await failureOf(code, headers)).toBe(failures.activation_code_wrong.code)
    expect(await failureOf(next, headers)).toBe('none')
  })

  test('is worth nothing after a day', async () => {
    const { code, headers } = await registerWithCode()
    await app.clock.advance(app.db, DAY_MS)
    expect(await failureOf(code, headers)).toBe(failures.activation_code_elsewhere.code)
    await many(app.db, sql`insert into jobs (name) values ('accounts.sweep-secrets')`)
    await app.drain()
    expect(
      await many(app.db, sql`select from activation_codes where expires_at < ${app.clock.now()}`),
    ).toEqual([])
  })

  test('is worth nothing once the password was replaced', async () => {
    const { form, token, code, headers } = await registerWithCode()
    await app.call(verify, { token })
    await app.call(forgotPassword, { email: form.email })
    const reset = await mailedSecret(app, form.email, 'reset-password')
    const password = 'a-new-password-99'
    await app.call(resetPassword, { token: reset, password, confirmPassword: password })
    expect(await failureOf(code, headers)).toBe(failures.activation_code_elsewhere.code)
  })
})

describe('five wrong codes', () => {
  test('end the tries of a sign-up, also those with the right one or a new one; the link works on', async () => {
    const { code, token, headers } = await registerWithCode()
    for (const by of [1, 2, 3, 4])
      expect(await failureOf(another(code, by), headers)).toBe(failures.activation_code_wrong.code)
    expect(await failureOf(another(code, 5), headers)).toBe(failures.activation_code_over.code)
    expect(await failureOf(code, headers)).toBe(failures.activation_code_over.code)
    expect((await app.call(verify, { token }, { headers })).body).toHaveProperty('token')

    const repeated = await registerWithCode()
    for (const by of [1, 2, 3, 4, 5]) await failureOf(another(repeated.code, by), repeated.headers)
    await app.call(sendActivationEmail, repeated.form)
    await app.call(register, repeated.form)
    const next = await mailedActivationCode(app, repeated.form.email)
    expect(await failureOf(next, repeated.headers)).toBe(failures.activation_code_over.code)
  })

  test('of many at the same moment are counted as five', async () => {
    const { code, headers } = await registerWithCode()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => failureOf(another(code, index + 1), headers)),
    )
    expect(answers.filter((answer) => answer === failures.activation_code_wrong.code)).toHaveLength(4)
    expect(answers.filter((answer) => answer === failures.activation_code_over.code)).toHaveLength(8)
  })
})

describe('a code', () => {
  test('without the cookie of the sign-up, or with another one, is refused and activates nothing', async () => {
    const { form, code } = await registerWithCode()
    const strange = await registerWithCode()
    expect(await failureOf(code)).toBe(failures.activation_code_elsewhere.code)
    expect(await failureOf(code, { cookie: `cheers-sign-up=${newSecret()}` })).toBe(
      failures.activation_code_elsewhere.code,
    )
    if (code !== strange.code)
      expect(await failureOf(code, strange.headers)).toBe(failures.activation_code_wrong.code)
    expect(await isActivated(form.email)).toBe(false)
  })

  test('for an address that has an account is refused like a wrong one, just as often', async () => {
    const owner = await anActivatedPerson(app)
    const form = aRegistration({ email: owner.email })
    const known = { cookie: cookiesOf(await app.call(register, form)) }
    const { code, headers: unknown } = await registerWithCode()
    for (const by of [1, 2, 3, 4, 5, 6])
      expect(await failureOf(another(code, by), known)).toBe(await failureOf(another(code, by), unknown))
    await app.drain()
    expect((await app.mails(owner.email)).at(0)?.subject).toBe('You already have a Cheers account')
  })

  test('is kept as a hash that depends on the server’s key', async () => {
    const { code } = await registerWithCode()
    const rows = await many(app.db, sql<{ row: string }>`select c::text as row from activation_codes c`)
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
  })
})

async function isActivated(email: string): Promise<boolean> {
  const found = await many(
    app.db,
    sql`select from users where email = ${email} and email_verified_at is not null`,
  )
  return found.length > 0
}

describe('whoever mistyped their address', () => {
  test('signs up again in the same browser, with the username they had chosen', async () => {
    const mistyped = await registerWithCode()
    const form = aRegistration({ username: mistyped.form.username })
    expect((await app.call(register, form)).status).toBe(409)
    const answer = await app.call(register, form, { headers: mistyped.headers })
    expect(answer.status).toBe(200)
    const code = await mailedActivationCode(app, form.email)
    expect(await failureOf(code, { cookie: cookiesOf(answer) })).toBe('none')
    // Nothing is left of the other one.
    expect((await app.call(verify, { token: mistyped.token })).status).toBe(400)
  })
})
