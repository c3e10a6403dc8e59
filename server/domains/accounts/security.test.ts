import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { forgotPassword, getLoggedInUser, login, resetPassword } from '#contract/accounts/routes.ts'
import {
  changePassword,
  getSessions,
  revokeOtherSessions,
  revokeSession,
  sendPasswordCode,
} from '#contract/accounts/security-routes.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { describeDevice } from './devices.ts'
import { logIn, mailedSecret, PASSWORD } from './flow-testing.ts'
import { aSession, aUser, type BuiltUser } from './testing.ts'

const NEW_PASSWORD = 'seven-lamps-by-the-sea'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function isSignedIn(session: TestSession): Promise<boolean> {
  return (await app.call(getLoggedInUser, {}, { as: session })).status === 200
}

function change(session: TestSession, form: { currentPassword?: string; code?: string; password?: string }) {
  const password = form.password ?? NEW_PASSWORD
  return app.call(changePassword, { ...form, password, confirmPassword: password }, { as: session })
}

async function aPersonOnTwoDevices(): Promise<{ user: BuiltUser; phone: TestSession; laptop: TestSession }> {
  const user = await aUser(app.db, { password: PASSWORD })
  return {
    user,
    phone: await logIn(app, { ...user, password: PASSWORD }),
    laptop: await aSession(app.db, app.platform, user.id),
  }
}

describe('changing the password', () => {
  test('asks for the current one, signs the other devices out, and says so by mail', async () => {
    const { user, phone, laptop } = await aPersonOnTwoDevices()
    const answer = await change(phone, { currentPassword: PASSWORD })
    expect(answer).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining('Every other device') },
    })
    expect(await isSignedIn(phone)).toBe(true)
    expect(await isSignedIn(laptop)).toBe(false)
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(401)
    expect((await app.call(login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200)
    await app.drain()
    expect((await app.mails(user.email)).map(({ subject }) => subject)).toContain(
      'Your Cheers password was changed',
    )
  })

  test.each([
    ['a wrong one', { currentPassword: 'not-the-password' }],
    ['none', {}],
  ])('with %s in place of the current one changes nothing', async (_, form) => {
    const { user, phone, laptop } = await aPersonOnTwoDevices()
    expect(await change(phone, form)).toMatchObject({
      status: 403,
      failure: { code: 'current_password_wrong', field: 'currentPassword' },
    })
    expect(await isSignedIn(laptop)).toBe(true)
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  test('refuses a common one, and two that differ', async () => {
    const { phone } = await aPersonOnTwoDevices()
    expect(await change(phone, { currentPassword: PASSWORD, password: 'password123' })).toMatchObject({
      status: 422,
      failure: { field: 'password' },
    })
    const differing = {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: 'another-one-entirely',
    }
    expect(await app.call(changePassword, differing, { as: phone })).toMatchObject({
      status: 422,
      failure: { field: 'confirmPassword', message: 'Passwords do not match' },
    })
  })

  test('voids every link and code that was mailed before', async () => {
    const { user, phone } = await aPersonOnTwoDevices()
    await app.call(forgotPassword, { email: user.email })
    const token = await mailedSecret(app, user.email, 'reset-password')
    expect((await change(phone, { currentPassword: PASSWORD })).status).toBe(200)
    const late = await app.call(resetPassword, { token, password: PASSWORD, confirmPassword: PASSWORD })
    expect(late).toMatchObject({ status: 400, failure: { code: 'reset_token_invalid' } })
    expect((await app.call(login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('cannot be attempted for ever', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await aSession(app.db, app.platform, user.id)
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await change(session, { currentPassword: `guess-number-${attempt}` })).status)
    expect(statuses.at(9)).toBe(403)
    expect(statuses.at(10)).toBe(429)
  })
})

describe('a first password', () => {
  async function aPersonWithoutPassword() {
    const user = await aUser(app.db)
    return { user, session: await aSession(app.db, app.platform, user.id) }
  }

  async function mailedCode(session: TestSession, email: string): Promise<string> {
    expect((await app.call(sendPasswordCode, {}, { as: session })).status).toBe(200)
    await app.drain()
    const [mail] = await app.mails(email)
    return /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  const codeRefused = { status: 403, failure: { code: 'password_code_wrong', field: 'code' } }

  test('is set with a mailed code, which ends every other session and works once', async () => {
    const { user, session } = await aPersonWithoutPassword()
    const other = await aSession(app.db, app.platform, user.id)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.hasPassword).toBe(false)
    const code = await mailedCode(session, user.email)
    expect((await change(session, { code })).status).toBe(200)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.hasPassword).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect((await app.call(login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200)
    await app.drain()
    expect((await app.mails(user.email))[0]?.subject).toBe('Your Cheers account has a password now')
    // From now on the password itself is required.
    expect((await change(session, { code })).failure.code).toBe('current_password_wrong')
    expect((await app.call(sendPasswordCode, {}, { as: session })).failure.code).toBe('password_exists')
  })

  test('cannot be set with a session alone', async () => {
    const { user, session } = await aPersonWithoutPassword()
    for (const form of [{}, { code: '00000000' }, { currentPassword: '' }, { currentPassword: NEW_PASSWORD }])
      expect((await change(session, form)).status).toBeGreaterThanOrEqual(400)
    expect(await change(session, {})).toMatchObject(codeRefused)
    expect((await app.call(login, { email: user.email, password: NEW_PASSWORD })).status).toBe(401)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.hasPassword).toBe(false)
  })

  test('needs the newest code, within the hour, from their own mailbox, and for this purpose', async () => {
    const { user, session } = await aPersonWithoutPassword()
    const { user: stranger, session: strangers } = await aPersonWithoutPassword()
    const older = await mailedCode(session, user.email)
    const newer = await mailedCode(session, user.email)
    expect(await change(session, { code: older })).toMatchObject(codeRefused)
    expect(await change(session, { code: await mailedCode(strangers, stranger.email) })).toMatchObject(
      codeRefused,
    )
    expect((await app.call(requestDeletion, { code: newer }, { as: session })).failure.code).toBe(
      'deletion_code_wrong',
    )
    await app.clock.advance(app.db, 3_600_000)
    expect(await change(session, { code: newer })).toMatchObject(codeRefused)
  })

  test('set through a mailed link voids the code', async () => {
    const { user, session } = await aPersonWithoutPassword()
    const code = await mailedCode(session, user.email)
    await app.call(forgotPassword, { email: user.email })
    const token = await mailedSecret(app, user.email, 'reset-password')
    await app.call(resetPassword, { token, password: PASSWORD, confirmPassword: PASSWORD })
    const again = await aSession(app.db, app.platform, user.id)
    expect((await change(again, { code })).failure.code).toBe('current_password_wrong')
  })
})

describe('the list of devices', () => {
  test('shows where the user is signed in, and which device this is', async () => {
    const { phone } = await aPersonOnTwoDevices()
    const { body } = await app.call(getSessions, {}, { as: phone })
    expect(body).toHaveLength(2)
    expect(body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(body[0]).toMatchObject({ device: 'Unknown device', lastSeenAt: expect.stringMatching(/Z$/) })
  })

  test("signs out one device, and only the user's own", async () => {
    const { phone, laptop } = await aPersonOnTwoDevices()
    const { phone: stranger } = await aPersonOnTwoDevices()
    const { body } = await app.call(getSessions, {}, { as: phone })
    const sessionId = body.find(({ isCurrent }) => !isCurrent)?._id ?? ''
    expect(await app.call(revokeSession, { sessionId }, { as: stranger })).toMatchObject({
      status: 404,
      failure: { code: 'session_not_found' },
    })
    expect(await isSignedIn(laptop)).toBe(true)
    expect((await app.call(revokeSession, { sessionId }, { as: phone })).status).toBe(200)
    expect(await isSignedIn(laptop)).toBe(false)
    expect(await isSignedIn(phone)).toBe(true)
    expect((await app.call(revokeSession, { sessionId }, { as: phone })).status).toBe(404)
  })

  test('ends all others at once', async () => {
    const { user, phone, laptop } = await aPersonOnTwoDevices()
    const tablet = await aSession(app.db, app.platform, user.id)
    const { phone: stranger } = await aPersonOnTwoDevices()
    expect((await app.call(revokeOtherSessions, {}, { as: phone })).status).toBe(200)
    expect(await Promise.all([phone, laptop, tablet, stranger].map(isSignedIn))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('a browser that sends %j is called %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
