import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountMessages as messages } from '#contract/accounts/messages.ts'
import { forgotPassword, getLoggedInUser, login, register, resetPassword } from '#contract/accounts/routes.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { newSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, logIn, mailedSecret, PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'

const NEW_PASSWORD = 'a-new-lamp-for-otters'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function ask(email: string): Promise<string> {
  await app.call(forgotPassword, { email })
  return mailedSecret(app, email, 'reset-password')
}

function choose(token: string, password = NEW_PASSWORD, confirmPassword = password) {
  return app.call(resetPassword, { token, password, confirmPassword })
}

describe('a user who forgot the password', () => {
  test('chooses a new one by a mailed link, and every session of the account is signed out', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const sessions = [
      await logIn(app, { ...user, password: PASSWORD }),
      await aSession(app.db, app.platform, user.id),
    ]
    const bystander = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect((await app.call(forgotPassword, { email: user.email.toUpperCase() })).body).toEqual({
      msg: messages.resetMailSent,
    })
    const token = await mailedSecret(app, user.email, 'reset-password')
    // The request alone changes nothing.
    for (const session of sessions)
      expect((await app.call(getLoggedInUser, {}, { as: session })).status).toBe(200)

    const answer = await choose(token)
    expect(answer.body).toEqual({ msg: messages.passwordChanged })
    expect(answer.headers.getSetCookie()).toEqual([])
    for (const session of sessions)
      expect((await app.call(getLoggedInUser, {}, { as: session })).status).toBe(401)
    expect((await app.call(getLoggedInUser, {}, { as: bystander })).status).toBe(200)
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(401)
    expect((await app.call(login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('has proved the address by following the link', async () => {
    const form = aRegistration()
    await app.call(register, form)
    await choose(await ask(form.email))
    expect((await app.call(login, { email: form.email, password: NEW_PASSWORD })).body).toHaveProperty(
      'token',
    )
  })

  test('gets no mail while the account is suspended', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    await run(app.db, sql`update users set status = 'suspended' where id = ${user.id}`)
    expect((await app.call(forgotPassword, { email: user.email })).status).toBe(200)
    await app.drain()
    expect(await app.mails(user.email)).toEqual([])
  })
})

describe('the link', () => {
  test('works once', async () => {
    const token = await ask((await aUser(app.db, { password: PASSWORD })).email)
    expect((await choose(token)).status).toBe(200)
    expect(await choose(token, 'yet-another-password-7')).toMatchObject({
      status: 400,
      failure: { code: 'reset_token_invalid', message: messages.resetTokenInvalid },
    })
  })

  test('works once even when it is followed twice at the same moment', async () => {
    const token = await ask((await aUser(app.db, { password: PASSWORD })).email)
    const answers = await Promise.all([
      choose(token, 'first-password-77'),
      choose(token, 'second-password-77'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('works for an hour', async () => {
    const [early, late] = [await aUser(app.db), await aUser(app.db)]
    const links = [await ask(early.email), await ask(late.email)]
    await app.clock.advance(app.db, 59 * 60_000)
    expect((await choose(links[0] ?? '')).status).toBe(200)
    await app.clock.advance(app.db, 60_000)
    expect((await choose(links[1] ?? '')).status).toBe(400)
  })

  test('gives way to a newer one', async () => {
    const { email } = await aUser(app.db)
    const older = await ask(email)
    const newer = await ask(email)
    expect((await choose(older)).status).toBe(400)
    expect((await choose(newer)).status).toBe(200)
  })

  test('cannot be guessed', async () => {
    expect((await choose(newSecret())).status).toBe(400)
    expect((await choose('')).status).toBe(400)
  })

  test('still works after a password was refused', async () => {
    const token = await ask((await aUser(app.db)).email)
    const refusals = [
      [await choose(token, 'short'), messages.passwordTooShort],
      [await choose(token, 'Password123'), messages.passwordTooCommon],
      [await choose(token, NEW_PASSWORD, ''), messages.confirmPasswordRequired],
      [await choose(token, NEW_PASSWORD, 'another-password-1'), messages.passwordsDoNotMatch],
    ] as const
    for (const [answer, message] of refusals)
      expect(answer).toMatchObject({ status: 422, failure: { message } })
    expect((await choose(token)).status).toBe(200)
  })
})
