import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountMessages as messages } from '#contract/accounts/messages.ts'
import {
  forgotPassword,
  getLoggedInUser,
  register,
  resetPassword,
  verify,
} from '#contract/accounts/routes.ts'
import { newSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import {
  anActivatedPerson,
  aRegistration,
  cookiesOf,
  logIn,
  mailedSecret,
  registerSomebody,
} from './flow-testing.ts'
import { sessionCookieName } from './sessions.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an activation link that is opened', () => {
  test('in the browser that signed up also logs in', async () => {
    const { form, token, headers } = await registerSomebody(app)
    const answer = await app.call(verify, { token }, { headers })
    const session = app.sessionOf(answer)
    const me = await app.call(getLoggedInUser, {}, { as: session })
    expect(me.body).toMatchObject({ user: { email: form.email } })
  })

  test('there after a mail scanner has opened it, and only once', async () => {
    const { token, headers } = await registerSomebody(app)
    expect((await app.call(verify, { token })).body).not.toHaveProperty('token')
    const answer = await app.call(verify, { token }, { headers })
    expect(answer.body).toHaveProperty('token')
    // The browser has been told to forget its half of the sign-up.
    expect(answer.headers.getSetCookie().join()).toMatch(/cheers-sign-up=;/)
  })

  test('elsewhere tells the address it activated, and logs nobody in', async () => {
    const { form, token } = await registerSomebody(app)
    const answer = await app.call(verify, { token })
    expect(answer.body).toEqual({ msg: messages.activated, email: form.email })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['another person’s sign-up', async () => (await registerSomebody(app)).headers.cookie],
    [
      'a sign-up for an address that has an account',
      async () => {
        const owner = await anActivatedPerson(app)
        const answer = await app.call(register, aRegistration({ email: owner.email }))
        return cookiesOf(answer)
      },
    ],
    ['a made-up one', async () => `cheers-sign-up=${newSecret()}`],
    ['an empty one', async () => 'cheers-sign-up='],
  ])('with the cookie of %s logs nobody in', async (_, strange) => {
    const { token } = await registerSomebody(app)
    const answer = await app.call(verify, { token }, { headers: { cookie: await strange() } })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('token')
  })

  test('by whoever signed up with an address before its owner did logs nobody in', async () => {
    const stranger = await registerSomebody(app)
    await app.call(register, aRegistration({ email: stranger.form.email, password: 'the-owners-own-word-7' }))
    // Both links are void; the owner chooses a password by mail.
    expect((await app.call(verify, { token: stranger.token }, stranger)).status).toBe(400)
  })

  test('after the sign-up was repeated logs in from either browser', async () => {
    const first = await registerSomebody(app)
    const second = await registerSomebody(app, first.form)
    expect((await app.call(verify, { token: second.token }, first)).body).toHaveProperty('token')
    expect((await app.call(verify, { token: second.token }, second)).body).toHaveProperty('token')
  })

  test('after the password was replaced logs nobody in', async () => {
    const { form, token, headers } = await registerSomebody(app)
    await app.call(verify, { token })
    await app.call(forgotPassword, { email: form.email })
    const reset = await mailedSecret(app, form.email, 'reset-password')
    const password = 'a-new-password-99'
    await app.call(resetPassword, { token: reset, password, confirmPassword: password })
    expect((await app.call(verify, { token }, { headers })).body).not.toHaveProperty('token')
  })

  test('while somebody else is logged in there leaves them logged in', async () => {
    const { token, headers } = await registerSomebody(app)
    const other = await logIn(app, await anActivatedPerson(app))
    const cookie = `${headers.cookie}; ${sessionCookieName(app.platform.config.publicUrl)}=${other.cookie}`
    const both = { cookie, authorization: `Bearer ${other.token}` }
    const answer = await app.call(verify, { token }, { headers: both })
    expect(answer.body).not.toHaveProperty('token')
  })
})
