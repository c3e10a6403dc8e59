import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { disown } from '#contract/accounts/email-routes.ts'
import { addApp, beginApp } from '#contract/accounts/factor-routes.ts'
import { forgotPassword, getLoggedInUser, login, logout } from '#contract/accounts/routes.ts'
import { requestPayout, savePayoutDetails } from '#contract/payouts/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { PASSWORD } from '../flow-testing.ts'
import { codeAt } from '../proof/factor-testing.ts'
import { aSession, aUser, type BuiltUser } from '../testing.ts'

const DAY_MS = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Logs in with what a browser keeps besides the session; answers that and the session. */
async function logInFrom(user: BuiltUser, device = '') {
  const headers = { 'user-agent': FIREFOX, ...(device && { cookie: device }) }
  const answer = await app.call(login, { email: user.email, password: PASSWORD }, { headers })
  const kept = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('cheers-device='))
  return { session: app.sessionOf(answer), device: kept?.split(';')[0] ?? device }
}

async function subjectsTo(user: BuiltUser): Promise<string[]> {
  await app.drain()
  return (await app.mails(user.email)).map(({ subject }) => subject)
}

async function notMeToken(user: BuiltUser): Promise<string> {
  await app.drain()
  const links = (await app.mails(user.email)).flatMap((mail) => mail.links)
  return (
    links
      .find((link) => link.includes('/not-me/'))
      ?.split('/')
      .at(-1) ?? ''
  )
}

const isSignedIn = async (session: TestSession) =>
  (await app.call(getLoggedInUser, {}, { as: session })).status === 200

const SUBJECT = 'New log-in to Cheers: Firefox on Windows'

describe('a sign-in from a new device', () => {
  test('is mailed; the first of an account is not, nor one from a device it knows', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const { device } = await logInFrom(user)
    expect(await subjectsTo(user)).toEqual([])
    await logInFrom(user, device)
    expect(await subjectsTo(user)).toEqual([])
    await logInFrom(user)
    expect(await subjectsTo(user)).toEqual([SUBJECT])
    const [mail] = await app.mails(user.email)
    expect(mail?.text).toContain('Device: Firefox on Windows')
    expect(mail?.text).toMatch(/Time: \d+ \w+ \d{4} at \d\d:\d\d UTC/)
  })

  test('that was somebody else ends every session, makes the device new again, and mails a way to a new password', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const { session } = await logInFrom(user)
    const { session: thiefs, device } = await logInFrom(user)
    const token = await notMeToken(user)
    expect((await app.call(disown, { token })).status).toBe(200)
    expect([await isSignedIn(session), await isSignedIn(thiefs)]).toEqual([false, false])
    expect(await subjectsTo(user)).toEqual(['Choose a new password for Cheers', SUBJECT])
    await logInFrom(user, device)
    expect((await subjectsTo(user)).filter((subject) => subject === SUBJECT)).toHaveLength(2)
    expect((await app.call(disown, { token })).failure.code).toBe('link_invalid')
  })

  test('is mailed although it has ended already, and can be disowned', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    await logInFrom(user)
    const { session, device } = await logInFrom(user)
    await app.call(logout, {}, { as: session })
    expect(await subjectsTo(user)).toEqual([SUBJECT])
    expect((await app.call(disown, { token: await notMeToken(user) })).status).toBe(200)
    await logInFrom(user, device)
    expect((await subjectsTo(user)).filter((subject) => subject === SUBJECT)).toHaveLength(2)
  })

  test('mails a way to a new password, however many links strangers have asked for', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    await logInFrom(user)
    await logInFrom(user)
    const token = await notMeToken(user)
    for (let times = 0; times < 7; times += 1) {
      await app.call(forgotPassword, { email: user.email })
      await app.drain()
    }
    const before = (await subjectsTo(user)).length
    await app.call(disown, { token })
    expect(await subjectsTo(user)).toHaveLength(before + 1)
  })

  test('can be disowned for seven days', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    await logInFrom(user)
    await logInFrom(user)
    const token = await notMeToken(user)
    await app.clock.advance(app.db, 7 * DAY_MS)
    expect((await app.call(disown, { token })).failure.code).toBe('link_invalid')
  })
})

test('whoever adds the first second factor can be disowned for two days, and the factor goes', async () => {
  const user = await aUser(app.db, { password: PASSWORD })
  const session = await aSession(app.db, app.platform, user.id)
  const { secret } = (await app.call(beginApp, {}, { as: session })).body
  await app.call(addApp, { code: codeAt(secret, app.clock.now()) }, { as: session })
  expect((await logInFrom(user)).session.token).toBe('')
  const token = await notMeToken(user)
  expect((await app.call(disown, { token })).status).toBe(200)
  expect(await many(app.db, sql`select from second_factors where user_id = ${user.id}`)).toEqual([])
  expect((await logInFrom(user)).session.token).not.toBe('')
})

describe('payouts of an account that was in other hands', () => {
  async function aPaidCreator() {
    const user = await aUser(app.db, { password: PASSWORD })
    const creator = await aCreator(app.db, user.id)
    const session = await aSession(app.db, app.platform, user.id)
    const details = {
      method: 'upi',
      holder: 'Asha Rao',
      upiId: 'asha@okbank',
      currentPassword: PASSWORD,
    } as const
    expect((await app.call(savePayoutDetails, details, { as: session })).status).toBe(200)
    await app.clock.advance(app.db, 6 * DAY_MS)
    return { user, creator, session }
  }

  test('are held for five days: what is stored, and an approved one that has not left', async () => {
    const { user, creator } = await aPaidCreator()
    const id = newId(app.clock.now())
    await run(
      app.db,
      sql`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details, details_hint,
          requested_at, approved_at)
        values (${id}, ${creator.id}, 10000, 'USD', 'approved', 'upi', '', '', now(), now())`,
    )
    await logInFrom(user)
    await logInFrom(user)
    await app.call(disown, { token: await notMeToken(user) })
    const at = app.clock.now().getTime()
    await app.drain()
    const held = await one(
      app.db,
      sql<{ until: Date; status: string }>`select d.held_until as until, p.status
        from payout_details d join payouts p on p.creator_id = d.creator_id where d.creator_id = ${creator.id}`,
    )
    expect(held.status).toBe('requested')
    expect(Math.abs(held.until.getTime() - at - 5 * DAY_MS)).toBeLessThan(60_000)
  })

  test('above $500 need a second factor before they are requested', async () => {
    const { creator, session } = await aPaidCreator()
    const plan = await aPlan(app.db, creator.id)
    const member = await aUser(app.db)
    const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
    const capturedAt = new Date(app.clock.now().getTime() - 30 * DAY_MS)
    await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 60_000, capturedAt })
    const ask = () => app.call(requestPayout, {}, { as: session })
    const refused = await ask()
    expect([refused.status, refused.failure.code]).toEqual([409, 'payout_needs_factor'])
    const { secret } = (await app.call(beginApp, {}, { as: session })).body
    await app.call(addApp, { code: codeAt(secret, app.clock.now()) }, { as: session })
    expect((await ask()).status).toBe(200)
  })
})
