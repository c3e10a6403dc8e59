import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forgotPassword, getLoggedInUser, login, register } from '#contract/accounts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { enqueue } from '#server/platform/jobs/define-job.ts'

import { sendPasswordChangedMail } from './jobs.ts'
import { getSuspect } from './suspension.ts'
import { aSession, aUser, type BuiltUser, reinstate, suspend } from './testing.ts'

const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function begin(): Promise<void> {
  user = await aUser(app.db, { password: PASSWORD })
}

function signIn(password = PASSWORD) {
  return app.call(login, { email: user.email, password })
}

const recorded = () =>
  many(
    app.db,
    sql<{ by: string; reason: string; liftedBy: string | null }>`select suspended_by as by, reason,
        reinstated_by as "liftedBy" from account_suspensions where user_id = ${user.id} order by suspended_at`,
  )

describe('a suspended user', () => {
  test('is signed out at once, and learns why by mail', async () => {
    await begin()
    const as = await aSession(app.db, app.platform, user.id)
    expect((await app.call(getLoggedInUser, {}, { as })).status).toBe(200)
    expect(await suspend(app.db, app.platform, user.id)).toBe(true)
    expect((await app.call(getLoggedInUser, {}, { as })).status).toBe(401)
    await app.drain()
    const [mail, ...others] = await app.mails(user.email)
    expect(mail).toMatchObject({ subject: 'Your Cheers account is suspended' })
    expect(mail?.text).toContain('Sold what was not theirs')
    expect(others).toEqual([])
  })

  test('cannot log in, and learns so only after the right password', async () => {
    expect(await signIn('not-the-password-1')).toMatchObject({
      status: 401,
      failure: { code: 'credentials_wrong' },
    })
    expect(await signIn()).toMatchObject({ status: 403, failure: { code: 'account_suspended' } })
  })

  test('gets no other mail: none that was queued, and none that strangers cause', async () => {
    await begin()
    await enqueue(app.db, sendPasswordChangedMail, { userId: user.id })
    await suspend(app.db, app.platform, user.id)
    await app.call(forgotPassword, { email: user.email })
    const form = { name: 'R', username: 'somebody-new', password: PASSWORD, confirmPassword: PASSWORD }
    await app.call(register, { ...form, email: user.email, ageConfirmed: true })
    await app.drain()
    expect((await app.mails(user.email)).map(({ subject }) => subject)).toEqual([
      'Your Cheers account is suspended',
    ])
  })

  test('has to log in again once it is lifted; earlier sessions stay dead', async () => {
    await begin()
    await suspend(app.db, app.platform, user.id)
    // A sign-in that was under way.
    const late = await aSession(app.db, app.platform, user.id)
    expect(await reinstate(app.db, app.platform, user.id)).toBe(true)
    expect((await app.call(getLoggedInUser, {}, { as: late })).status).toBe(401)
    const answer = await signIn()
    expect(answer.status).toBe(200)
    await app.drain()
    // Each mail checks the current state: the notice of a suspension that is over isn't sent.
    expect((await app.mails(user.email)).map(({ subject }) => subject)).toEqual([
      'Your Cheers account is open again',
    ])
    const own = (await app.call(exportOwnData, {}, { as: app.sessionOf(answer) })).body
    expect(own.suspensions).toMatchObject([{ reason: 'Sold what was not theirs' }])
  })
})

describe('a decision', () => {
  test('is stored with author and reason; repeating it, or lifting one that is over, changes nothing', async () => {
    await begin()
    expect(await reinstate(app.db, app.platform, user.id)).toBe(false)
    expect(await Promise.all([1, 2, 3].map(() => suspend(app.db, app.platform, user.id)))).toSatisfy(
      (answers: boolean[]) => answers.filter(Boolean).length === 1,
    )
    expect(await recorded()).toEqual([{ by: 'dev', reason: 'Sold what was not theirs', liftedBy: null }])
    expect(await reinstate(app.db, app.platform, user.id)).toBe(true)
    expect(await reinstate(app.db, app.platform, user.id)).toBe(false)
    await suspend(app.db, app.platform, user.id)
    expect((await recorded()).map(({ liftedBy }) => liftedBy)).toEqual(['dev', null])
  })

  test('names its user by address, or by the handle of a page', async () => {
    await begin()
    await aCreator(app.db, user.id, { handle: 'Kala' })
    expect(await getSuspect(app.db, user.email.toUpperCase())).toMatchObject({ id: user.id })
    expect(await getSuspect(app.db, '@kala')).toMatchObject({ id: user.id, handle: 'Kala' })
    await expect(getSuspect(app.db, '@nobody')).rejects.toThrow('Nobody here is @nobody')
  })
})
