import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { prove, sendProofCode } from '#contract/accounts/proof-routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { permissionOf, type Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { logIn, PASSWORD } from '#server/domains/accounts/testing.ts'
import { aFactor, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { codeAt } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'

import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/*
 * What needs a fresh proof that it is the caller, kept by hand: a route that needs one and isn't here fails the test, and
 * so does one that is here and needs none. `always`: from everybody. `with-factor`: from those with a second factor;
 * the others prove it in the call itself.
 */
const STEP_UP: Record<string, 'always' | 'with-factor'> = {
  'PUT /user/password': 'with-factor',
  'POST /user/deletion': 'with-factor',
  'PUT /payout/details': 'with-factor',
  'POST /payout/request': 'always',
  'POST /refund/decide/:refundId': 'always',
  'POST /refund/give/:paymentId': 'always',
  'GET /user/export': 'always',
  'POST /media/takeout': 'always',
  'POST /user/email': 'always',
  'POST /user/factors/app/begin': 'always',
  'POST /user/factors/app': 'always',
  'POST /user/factors/passkey/begin': 'always',
  'POST /user/factors/passkey': 'always',
  'DELETE /user/factors/:factorId': 'always',
  'POST /user/recovery-codes': 'always',
  'POST /user/stream-key': 'always',
  'POST /staff/cases/:caseId/decide': 'always',
  'POST /staff/cases/:caseId/appeal': 'always',
  'POST /staff/cases/:caseId/appealed': 'always',
  'POST /staff/cases/:caseId/extend-hold': 'always',
  'POST /staff/cases/:caseId/fixed': 'always',
  'POST /staff/grievances/:number/answer': 'always',
  'POST /staff/disputes/:disputeId/evidence': 'always',
  'POST /staff/jobs/:jobId/retry': 'always',
  'POST /staff/jobs/:jobId/drop': 'always',
  'POST /staff/events/:eventId/apply': 'always',
  'POST /staff/errors/:errorId/resolve': 'always',
  'POST /staff/people/:userId/suspend': 'always',
  'POST /staff/people/:userId/reinstate': 'always',
  'POST /staff/people/:userId/lost-factors': 'always',
  'POST /staff/people/:userId/lost-factors/keep': 'always',
  'POST /staff/people/:userId/contact': 'always',
  'POST /staff/passes': 'always',
  'POST /staff/passes/:passId/end': 'always',
  'POST /staff/refunds': 'always',
  'POST /staff/refunds/:refundId/act': 'always',
  'POST /staff/payouts/:payoutId/hold': 'always',
  'POST /staff/payouts/:payoutId/release': 'always',
  'POST /staff/payouts/:payoutId/fail': 'always',
  'POST /staff/approvals/:approvalId/decide': 'always',
  'POST /staff/roles': 'always',
  'POST /staff/roles/:userId/end': 'always',
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const nameOf = (route: Route) => `${route.method} ${route.path}`
const marked = routes.filter(({ stepUp }) => stepUp !== undefined)

let app: TestApp
let plain: { id: string; session: TestSession }
let guarded: { id: string; session: TestSession; secret: string }

/** A page's owner on the staff, so that no other door is closed to them. */
async function aPersonWithEveryDoorOpen() {
  const { id } = await aStaffMember(app, 'operator')
  await aCreator(app.db, id)
  return { id, session: await aSession(app.db, app.platform, id, { provedAt: LONG_AGO }) }
}

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  plain = await aPersonWithEveryDoorOpen()
  const person = await aPersonWithEveryDoorOpen()
  guarded = { ...person, secret: await aFactor(app, person.id) }
})
afterAll(() => app.close())

test('the table has every route that needs a fresh proof, and no other', () => {
  expect(Object.fromEntries(marked.map((route) => [nameOf(route), route.stepUp]))).toEqual(STEP_UP)
})

test('every writing call of the staff is among them', () => {
  const writing = routes.filter(({ caller, method }) => permissionOf(caller) !== null && method !== 'GET')
  expect(writing.filter(({ stepUp }) => stepUp !== 'always').map(nameOf)).toEqual([])
})

describe.each(marked.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  const id = '01890000-0000-7000-8000-000000000000'
  const ids = { userId: id, factorId: id, refundId: id, paymentId: id }
  const codeFor = async (session: TestSession) => {
    const { status, failure } = await app.call(route, ids, { as: session })
    return [status, failure.code]
  }

  test('is refused to a session whose proof is old, where the account has a second factor', async () => {
    expect(await codeFor(guarded.session)).toEqual([403, 'step_up_required'])
  })

  test('is refused to it where there is none, unless the call itself takes the password', async () => {
    const answer = await codeFor(plain.session)
    if (STEP_UP[name] === 'always') expect(answer).toEqual([403, 'step_up_required'])
    else expect(answer[1]).not.toBe('step_up_required')
  })
})

describe('a proof', () => {
  const canExport = async (session: TestSession) =>
    (await app.call(exportOwnData, {}, { as: session })).status === 200

  test('by the password counts for ten minutes, as the log-in itself does', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await logIn(app, { ...user, password: PASSWORD })
    expect(await canExport(session)).toBe(true)
    await app.clock.advance(app.db, 600_000)
    expect(await canExport(session)).toBe(false)
    const wrong = await app.call(prove, { currentPassword: 'not-my-password' }, { as: session })
    expect([wrong.status, wrong.failure.code]).toEqual([403, 'current_password_wrong'])
    expect(await canExport(session)).toBe(false)
    expect((await app.call(prove, { currentPassword: PASSWORD }, { as: session })).status).toBe(200)
    await app.clock.advance(app.db, 599_000)
    expect(await canExport(session)).toBe(true)
    await app.clock.advance(app.db, 1000)
    expect(await canExport(session)).toBe(false)
  })

  test('by the password is none once the account has a second factor', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await logIn(app, { ...user, password: PASSWORD })
    const secret = await aFactor(app, user.id)
    expect(await canExport(session)).toBe(false)
    const byPassword = await app.call(prove, { currentPassword: PASSWORD }, { as: session })
    expect([byPassword.status, byPassword.failure.code]).toEqual([403, 'wrong_code'])
    const code = codeAt(secret, app.clock.now())
    expect((await app.call(prove, { code }, { as: session })).status).toBe(200)
    expect(await canExport(session)).toBe(true)
    expect((await app.call(prove, { code }, { as: session })).failure.code).toBe('wrong_code')
  })

  test('is of one session, and not of the others of its user', async () => {
    const { id } = await aUser(app.db)
    const secret = await aFactor(app, id)
    const [phone, laptop] = [
      await aSession(app.db, app.platform, id, { provedAt: LONG_AGO }),
      await aSession(app.db, app.platform, id, { provedAt: LONG_AGO }),
    ]
    await app.call(prove, { code: codeAt(secret, app.clock.now()) }, { as: phone })
    expect([await canExport(phone), await canExport(laptop)]).toEqual([true, false])
  })

  test('by a mailed code serves those who have neither a password nor a factor, once', async () => {
    const user = await aUser(app.db)
    const session = await aSession(app.db, app.platform, user.id, { provedAt: LONG_AGO })
    expect((await app.call(prove, { code: '12345678' }, { as: session })).failure.code).toBe('wrong_code')
    await app.call(sendProofCode, {}, { as: session })
    await app.drain()
    const [mail] = await app.mails(user.email)
    const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await app.call(prove, { code }, { as: session })).status).toBe(200)
    expect(await canExport(session)).toBe(true)
    expect((await app.call(prove, { code }, { as: session })).failure.code).toBe('wrong_code')
  })

  test('cannot be tried for ever', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const session = await aSession(app.db, app.platform, user.id)
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await app.call(prove, { currentPassword: `guess-${attempt}` }, { as: session })).status)
    expect(statuses.at(9)).toBe(403)
    expect(statuses.at(10)).toBe(429)
  })
})
