import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountMessages as messages } from '#contract/accounts/messages.ts'
import { login, register, resetPassword, sendActivationEmail, verify } from '#contract/accounts/routes.ts'
import { newSecret } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { anActivatedPerson, aRegistration, mailedSecret } from './flow-testing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function registerSomebody() {
  const form = aRegistration()
  await app.call(register, form)
  return { form, token: await mailedSecret(app, form.email, 'activate-account') }
}

function refused() {
  return expect.objectContaining({
    status: 400,
    failure: expect.objectContaining({
      message: 'The token is invalid or has expired. Please request a new activation link.',
    }),
  })
}

describe('an activation link', () => {
  test('still succeeds when it is opened again within ten minutes, and not later', async () => {
    const { token } = await registerSomebody()
    expect((await app.call(verify, { token })).status).toBe(200)
    await app.clock.advance(app.db, 10 * MINUTE_MS - 5_000)
    expect((await app.call(verify, { token })).status).toBe(200)
    await app.clock.advance(app.db, 5_000)
    expect(await app.call(verify, { token })).toEqual(refused())
  })

  test('works until a day has passed', async () => {
    const early = await registerSomebody()
    const late = await registerSomebody()
    await app.clock.advance(app.db, DAY_MS - MINUTE_MS)
    expect((await app.call(verify, { token: early.token })).status).toBe(200)
    await app.clock.advance(app.db, MINUTE_MS)
    expect(await app.call(verify, { token: late.token })).toEqual(refused())
  })

  test('activates one account and no other', async () => {
    const mine = await registerSomebody()
    const other = await registerSomebody()
    await app.call(verify, { token: mine.token })
    expect((await app.call(login, other.form)).body).toMatchObject({ showActivateOption: true })
  })

  test.each([
    ['a made-up one', () => newSecret()],
    ['an empty-looking one', () => '%20'],
    ['one that tries SQL', () => "' or 1=1 --"],
    ['one as long as the path allows', () => 'a'.repeat(200)],
  ])('is refused when it is %s', async (_, token) => {
    expect(await app.call(verify, { token: token() })).toEqual(refused())
  })

  test('does not work as a link for a new password, nor the other way round', async () => {
    const { token } = await registerSomebody()
    const password = 'a-new-password-99'
    expect((await app.call(resetPassword, { token, password, confirmPassword: password })).status).toBe(400)
    expect((await app.call(verify, { token })).status).toBe(200)
  })
})

describe('an account that is not activated', () => {
  test('is offered a new mail after the right password, and gets no session', async () => {
    const { form } = await registerSomebody()
    const answer = await app.call(login, form)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ msg: messages.activationNeeded, showActivateOption: true })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('looks like no account at all after a wrong password', async () => {
    const { form } = await registerSomebody()
    const wrong = await app.call(login, { ...form, password: 'not-my-password-1' })
    const unknown = await app.call(login, {
      email: 'nobody-at-all@example.org',
      password: 'not-my-password-1',
    })
    expect(wrong.status).toBe(401)
    expect(wrong.body).not.toHaveProperty('showActivateOption')
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: unknown.status, body: unknown.body })
  })
})

describe('having the activation mail sent again', () => {
  test('needs the password and replaces the older link', async () => {
    const { form, token } = await registerSomebody()
    expect((await app.call(sendActivationEmail, { ...form, password: 'wrong-password-1' })).status).toBe(401)
    const answer = await app.call(sendActivationEmail, form)
    expect(answer.body).toEqual({ msg: 'Activation email sent!' })
    const newer = await mailedSecret(app, form.email, 'activate-account')
    expect(newer).not.toBe(token)
    expect(await app.call(verify, { token })).toEqual(refused())
    expect((await app.call(verify, { token: newer })).status).toBe(200)
  })

  test('sends nothing to an account that is active already', async () => {
    const person = await anActivatedPerson(app)
    const before = await app.mails(person.email)
    expect((await app.call(sendActivationEmail, person)).status).toBe(200)
    await app.drain()
    expect(await app.mails(person.email)).toHaveLength(before.length)
  })

  test('has to wait after three tries', async () => {
    const { form } = await registerSomebody()
    for (let attempt = 1; attempt <= 3; attempt += 1)
      expect((await app.call(sendActivationEmail, form)).status).toBe(200)
    const fourth = await app.call(sendActivationEmail, form)
    expect(fourth).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the link that is mailed', () => {
  async function linkFor(next: string | null) {
    const form = aRegistration()
    await app.call(register, { ...form, next })
    await app.drain()
    const links = (await app.mails(form.email)).flatMap((mail) => mail.links)
    return links.find((link) => link.includes('/activate-account/')) ?? ''
  }

  test('leads on to the page the person was on their way to', async () => {
    expect(new URL(await linkFor('/asha?join=1&interval=yearly')).searchParams.get('next')).toBe(
      '/asha?join=1&interval=yearly',
    )
  })

  test.each(['https://evil.example/', '//evil.example', '/api/auth/logout', null])(
    'leads nowhere else: %j',
    async (next) => {
      expect(new URL(await linkFor(next)).search).toBe('')
    },
  )
})
