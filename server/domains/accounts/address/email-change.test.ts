import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { cancelEmailChange, changeEmail, confirmEmail, undoEmail } from '#contract/accounts/email-routes.ts'
import { getSecurity } from '#contract/accounts/factor-routes.ts'
import { getLoggedInUser, login, register } from '#contract/accounts/routes.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { anActivatedPerson, aRegistration, PASSWORD } from '../flow-testing.ts'
import { aSession, aUser, type BuiltUser } from '../testing.ts'

const DAY_MS = 86_400_000

let app: TestApp
let user: BuiltUser
let session: TestSession
let next: string

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  user = await aUser(app.db, { password: PASSWORD })
  session = await aSession(app.db, app.platform, user.id)
  next = `asha-${newSuffix()}@example.net`
})
afterAll(() => app.close())

const ask = (email = next) => app.call(changeEmail, { email }, { as: session })

async function tokenTo(address: string, page: 'confirm-email' | 'undo-email'): Promise<string> {
  await app.drain()
  const links = (await app.mails(address)).flatMap((mail) => mail.links)
  return (
    links
      .find((link) => link.includes(`/${page}/`))
      ?.split('/')
      .at(-1) ?? ''
  )
}

const confirm = async (address: string) =>
  app.call(confirmEmail, { token: await tokenTo(address, 'confirm-email') })
const canLogIn = async (email: string) =>
  (await app.call(login, { email, password: PASSWORD })).status === 200

async function move(): Promise<void> {
  await ask()
  await confirm(user.email)
  await confirm(next)
}

describe('an account gets a new address', () => {
  test.each([
    ['the old first', () => [user.email, next]],
    ['the new first', () => [next, user.email]],
  ])('once both have confirmed, %s', async (_, order) => {
    const [one = '', other = ''] = order()
    expect((await ask()).status).toBe(200)
    expect((await confirm(one)).status).toBe(200)
    expect(await canLogIn(user.email)).toBe(true)
    const pending = (await app.call(getSecurity, {}, { as: session })).body.emailChange
    expect(pending).toMatchObject({ email: next, isOldConfirmed: one === user.email })
    expect((await confirm(other)).status).toBe(200)
    expect([await canLogIn(user.email), await canLogIn(next)]).toEqual([false, true])
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.email).toBe(next)
    expect((await app.call(getSecurity, {}, { as: session })).body.emailChange).toBeNull()
  })

  test('not by one link used twice, nor after a day, nor once it was given up or asked anew', async () => {
    await ask()
    const token = await tokenTo(user.email, 'confirm-email')
    expect((await app.call(confirmEmail, { token })).status).toBe(200)
    expect((await app.call(confirmEmail, { token })).failure.code).toBe('link_invalid')
    const older = await tokenTo(next, 'confirm-email')
    await ask(`other-${next}`)
    expect((await app.call(confirmEmail, { token: older })).failure.code).toBe('link_invalid')
    const late = await tokenTo(`other-${next}`, 'confirm-email')
    await app.call(cancelEmailChange, {}, { as: session })
    expect((await app.call(confirmEmail, { token: late })).failure.code).toBe('link_invalid')
    await ask()
    const latest = await tokenTo(next, 'confirm-email')
    await app.clock.advance(app.db, DAY_MS)
    expect((await app.call(confirmEmail, { token: latest })).failure.code).toBe('link_invalid')
    expect(await canLogIn(user.email)).toBe(true)
  })

  test('that is not its own already', async () => {
    expect((await ask(user.email.toUpperCase())).failure.code).toBe('same_email')
  })
})

describe('an address that has an account', () => {
  test('is answered like any other, and only its owner learns of it', async () => {
    const owner = await anActivatedPerson(app)
    const toKnown = await ask(owner.email)
    await app.drain()
    const toNew = await ask()
    expect({ status: toKnown.status, body: toKnown.body }).toEqual({ status: toNew.status, body: toNew.body })
    await app.drain()
    const mails = await app.mails(owner.email)
    expect(mails[0]?.subject).toBe('This address already has a Cheers account')
    expect(mails[0]?.links.join()).not.toContain('confirm-email')
  })

  test('since the change began keeps it', async () => {
    await ask()
    await confirm(user.email)
    const token = await tokenTo(next, 'confirm-email')
    await anActivatedPerson(app, { email: next })
    expect((await app.call(confirmEmail, { token })).failure.code).toBe('email_taken')
    expect(await canLogIn(user.email)).toBe(true)
  })

  test('is not one that a stranger signed up with and never activated', async () => {
    await app.call(register, aRegistration({ email: next }))
    await move()
    expect(await canLogIn(next)).toBe(true)
  })
})

describe('the old address takes a change back', () => {
  test('for seven days: every device is signed out, and a way to a new password is mailed', async () => {
    await move()
    const token = await tokenTo(user.email, 'undo-email')
    await app.clock.advance(app.db, 7 * DAY_MS - 60_000)
    expect((await app.call(undoEmail, { token })).status).toBe(200)
    expect((await app.call(getLoggedInUser, {}, { as: session })).status).toBe(401)
    expect([await canLogIn(user.email), await canLogIn(next)]).toEqual([true, false])
    await app.drain()
    expect((await app.mails(user.email)).map(({ subject }) => subject)).toContain(
      'Choose a new password for Cheers',
    )
    expect((await app.call(undoEmail, { token })).failure.code).toBe('link_invalid')
  })

  test('and not later', async () => {
    await move()
    const token = await tokenTo(user.email, 'undo-email')
    await app.clock.advance(app.db, 7 * DAY_MS)
    expect((await app.call(undoEmail, { token })).failure.code).toBe('link_invalid')
  })

  test('also when it was changed once more since, and when a stranger signed up with it', async () => {
    await move()
    const token = await tokenTo(user.email, 'undo-email')
    const third = `third-${next}`
    await ask(third)
    await confirm(next)
    await confirm(third)
    const thiefs = await tokenTo(next, 'undo-email')
    await app.call(register, aRegistration({ email: user.email }))
    expect((await app.call(undoEmail, { token })).status).toBe(200)
    expect(await canLogIn(user.email)).toBe(true)
    expect((await app.call(undoEmail, { token: thiefs })).failure.code).toBe('link_invalid')
  })
})
