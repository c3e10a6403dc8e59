import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountMessages as messages } from '#contract/accounts/messages.ts'
import { getLoggedInUser, login, logout, register, resetPassword, verify } from '#contract/accounts/routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { anActivatedPerson, aRegistration, mailedSecret, PASSWORD } from './flow-testing.ts'
import * as service from './service.ts'
import { aUser } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Waits until a statement of this database is blocked by another transaction. */
async function waitUntilBlocked(): Promise<void> {
  await waitFor(async () => {
    const waiting = await many(
      app.db,
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).toHaveLength(1)
  }, 20)
}

describe('signing up', () => {
  test('leads from the form via the mailed link to a session, and logging out ends it', async () => {
    const form = aRegistration({ name: ' Nila Bose ', email: 'Nila.Bose@Example.org', username: 'nila.bose' })
    const registered = await app.call(register, form)
    expect(registered).toMatchObject({ status: 200, body: { msg: messages.registered } })
    // The browser's half of the sign-up, and no session.
    expect(registered.headers.getSetCookie()).toEqual([expect.stringMatching(/^cheers-sign-up=/)])

    const token = await mailedSecret(app, 'nila.bose@example.org', 'activate-account')
    const [mail] = await app.mails('nila.bose@example.org')
    expect(mail).toMatchObject({ subject: 'Activate your Cheers account', to: ['nila.bose@example.org'] })
    expect(mail?.text).toContain('@nila.bose')
    expect(await app.call(verify, { token })).toMatchObject({
      status: 200,
      body: { msg: 'Account Activated!' },
    })

    const loggedIn = await app.call(login, { email: ' NILA.bose@example.ORG ', password: PASSWORD })
    expect(loggedIn.body).toEqual({ msg: 'Login successful!', token: expect.stringMatching(/^[\w-]{43}$/) })
    const session = app.sessionOf(loggedIn)
    expect(session.cookie).toMatch(/^[\w-]{43}$/)
    expect(session.cookie).not.toBe(session.token)

    const me = await app.call(getLoggedInUser, {}, { as: session })
    expect(me.headers.get('cache-control')).toBe('private, no-store')
    expect(me.body).toEqual({
      user: {
        deletionDueAt: null,
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Nila Bose',
        displayName: 'Nila Bose',
        username: 'nila.bose',
        email: 'nila.bose@example.org',
        country: null,
        photoURL: null,
        profileImage: null,
        seesAdultPages: false,
        uid: null,
        hasPassword: true,
        hasSecondFactor: false,
        isCreator: false,
        pageHandle: null,
      },
    })

    const loggedOut = await app.call(logout, {}, { as: session })
    expect(loggedOut.body).toEqual({ msg: messages.logoutSuccessful })
    expect(loggedOut.headers.getSetCookie().join()).toMatch(/=;.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    expect(await app.call(getLoggedInUser, {}, { as: session })).toMatchObject({
      status: 401,
      failure: { code: 'signed_out' },
    })
  })

  test('answers as always when the same address is being registered at that very moment', async () => {
    const form = aRegistration()
    const second = await app.platform.database.db.transaction().execute(async (db) => {
      const { name, username, email } = aRegistration({ email: form.email })
      await service.register(db, {
        name,
        username,
        email,
        passwordHash: '-',
        proof: { provenHash: null },
        isAgeConfirmed: true,
        next: null,
        isOwnSignUp: () => false,
        now: new Date(),
      })
      const answer = app.call(register, form)
      await waitUntilBlocked()
      return { answer }
    })
    expect(await second.answer).toMatchObject({ status: 200, body: { msg: messages.registered } })
    expect(await mailedSecret(app, form.email, 'reset-password')).toHaveLength(43)
  })

  test('twice with the same form, as a double click does, makes one account with its password', async () => {
    const form = aRegistration()
    await app.call(register, form)
    expect((await app.call(register, form)).body).toEqual({ msg: messages.registered })
    await app.call(verify, { token: await mailedSecret(app, form.email, 'activate-account') })
    expect((await app.call(login, form)).body).toHaveProperty('token')
  })

  test('answers both of two people who want the same username at the same moment', async () => {
    const forms = ['Twin-Name', 'twin-name'].map((username) => aRegistration({ username }))
    const answers = await Promise.all(forms.map((form) => app.call(register, form)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.failure).toMatchObject({
      code: 'username_taken',
      field: 'username',
    })
  })
})

describe('the sign-up form', () => {
  const blank = { name: '', username: '', email: '', password: '', confirmPassword: '' }

  test('says what is missing, one field after the other', async () => {
    const filled = aRegistration()
    const steps = [
      [{}, 'Last name is required', 'name'],
      [{ name: filled.name }, 'Username is required', 'username'],
      [{ username: filled.username }, 'Email is required', 'email'],
      [{ email: filled.email }, 'Password is required', 'password'],
      [{ password: filled.password }, 'Please confirm your password', 'confirmPassword'],
      [{ confirmPassword: 'another-otter-42' }, 'Passwords do not match', 'confirmPassword'],
    ] as const
    const form = { ...blank }
    for (const [entered, message, field] of steps) {
      Object.assign(form, entered)
      expect(await app.call(register, form)).toMatchObject({
        status: 422,
        failure: { message, msg: message, field },
      })
    }
    expect((await app.call(register, { ...form, confirmPassword: form.password })).status).toBe(200)
  })

  test.each([
    ['an absent name', { name: undefined }, 'Last name is required'],
    ['a name of spaces', { name: '   ' }, 'Last name is required'],
    ['an address without a domain', { email: 'nila@nowhere' }, messages.emailInvalid],
    ['an address with two at signs', { email: 'a@b@example.org' }, messages.emailInvalid],
    ['a username with a slash', { username: 'ni/la' }, messages.usernameFormat],
    ['a password of seven characters', { password: 'abcd123' }, messages.passwordTooShort],
    ['a password of 129 characters', { password: 'a'.repeat(129) }, messages.passwordTooLong],
    ['one of the most used passwords', { password: 'Password123' }, messages.passwordTooCommon],
  ])('refuses %s', async (_, entered, message) => {
    const form = { ...aRegistration(), ...entered }
    const answer = await app.call(register, asSent({ ...form, confirmPassword: form.password }))
    expect(answer).toMatchObject({ status: 422, failure: { message, code: 'invalid_input' } })
  })

  test('refuses a username that is taken, whatever its case', async () => {
    await aUser(app.db, { username: 'Meera.Das' })
    expect(await app.call(register, aRegistration({ username: 'mEERA.dAS' }))).toMatchObject({
      status: 409,
      failure: { message: 'This username is already taken.', field: 'username' },
    })
  })

  test('says what is missing on the login form', async () => {
    const answers = [
      [{ email: '', password: '' }, 'Email is required'],
      [{ email: 'nila@example.org', password: '' }, 'Password is required'],
    ] as const
    for (const [form, message] of answers)
      expect(await app.call(login, form)).toMatchObject({ status: 422, failure: { message } })
  })
})

describe('signing up again before the first link was followed', () => {
  test('lets the reader of the mailbox choose the password, whoever signed up first', async () => {
    const mine = aRegistration({ password: 'the-first-password-1' })
    await app.call(register, mine)
    const firstLink = await mailedSecret(app, mine.email, 'activate-account')
    const other = aRegistration({ email: mine.email, name: 'Nila', password: 'a-strangers-password' })
    expect((await app.call(register, other)).status).toBe(200)

    expect((await app.call(verify, { token: firstLink })).status).toBe(400)
    const token = await mailedSecret(app, mine.email, 'reset-password')
    const password = 'chosen-by-the-mailbox'
    const chosen = await app.call(resetPassword, { token, password, confirmPassword: password })
    expect(chosen.status).toBe(200)
    for (const guess of [mine.password, other.password])
      expect((await app.call(login, { email: mine.email, password: guess })).status).toBe(401)
    const session = app.sessionOf(await app.call(login, { email: mine.email, password }))
    const me = await app.call(getLoggedInUser, {}, { as: session })
    expect(me.body.user).toMatchObject({ name: 'Nila', username: other.username })
  })

  test('voids the older link at once, not only when the newer mail is sent', async () => {
    const mine = aRegistration()
    await app.call(register, mine)
    const myLink = await mailedSecret(app, mine.email, 'activate-account')
    await app.call(register, aRegistration({ email: mine.email, password: 'a-strangers-password' }))
    // The link was mailed for my password; following it must not open the account to a stranger's.
    expect((await app.call(verify, { token: myLink })).status).toBe(400)
  })

  test('leaves an activated account as it is', async () => {
    const owner = await anActivatedPerson(app)
    await app.call(register, aRegistration({ email: owner.email, password: 'a-strangers-password' }))
    await app.drain()
    // Answers as it would for a new address, and opens nothing.
    const strangers = await app.call(login, { email: owner.email, password: 'a-strangers-password' })
    expect(strangers.body).toEqual({ msg: messages.activationNeeded, showActivateOption: true })
    expect(strangers.headers.getSetCookie()).toEqual([])
    const own = app.sessionOf(await app.call(login, { email: owner.email, password: owner.password }))
    const me = await app.call(getLoggedInUser, {}, { as: own })
    expect(me.body.user).toMatchObject({ name: owner.name, username: owner.username })
  })
})
