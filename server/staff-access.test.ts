import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type StaffRole, STAFF_ROLES } from '#contract/http/permissions.ts'
import { appealDecision } from '#contract/enforcement/routes.ts'
import { permissionOf, type Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { suspendPerson } from '#contract/staff/routes.ts'
import { aFactor, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCase, aDecision, aGrievance } from '#server/domains/enforcement/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'

import { CONSOLE_STAFF, type StaffVerdicts } from './testing/console-access.ts'
import { inputOfConsole } from './testing/console-inputs.ts'
import { inputOfMoneyDesk } from './testing/money-desk-inputs.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/* Which staff may call what, kept by hand: a staff route that isn't here fails the test. */

const JUDGES = { operator: 'ok', moderator: 'ok', support: 403, finance: 403 } as const
const TABLE: Record<string, StaffVerdicts> = {
  ...CONSOLE_STAFF,
  'GET /staff/grievances': JUDGES,
  'POST /staff/grievances/:number/answer': JUDGES,
  'GET /staff/cases': JUDGES,
  'GET /staff/cases/:caseId': JUDGES,
  'POST /staff/cases/:caseId/decide': JUDGES,
  'POST /staff/cases/:caseId/appeal': JUDGES,
  'POST /staff/cases/:caseId/appealed': JUDGES,
  'POST /staff/cases/:caseId/extend-hold': JUDGES,
  'POST /staff/cases/:caseId/fixed': JUDGES,
  'POST /staff/people/:userId/suspend': { operator: 'ok', moderator: 'ok', support: 403, finance: 403 },
  'POST /staff/people/:userId/lost-factors': { operator: 'ok', moderator: 403, support: 'ok', finance: 403 },
  'POST /staff/people/:userId/lost-factors/keep': {
    operator: 'ok',
    moderator: 403,
    support: 'ok',
    finance: 403,
  },
  'POST /staff/people/:userId/reinstate': { operator: 'ok', moderator: 'ok', support: 403, finance: 403 },
}

const nameOf = (route: Route) => `${route.method} ${route.path}`
const staffRoutes = routes.filter(({ caller }) => permissionOf(caller) !== null)

let app: TestApp
const callers = new Map<StaffRole | 'nobody', { id: string; session: TestSession }>()
let memberId: string

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  for (const role of STAFF_ROLES) callers.set(role, await aStaffMember(app, role))
  const { id } = await aUser(app.db)
  callers.set('nobody', { id, session: await aSession(app.db, app.platform, id) })
  memberId = (await aUser(app.db)).id
  await aFactor(app, memberId)
})
afterAll(() => app.close())

test('the table has every staff route, and no other', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(staffRoutes.map(nameOf).toSorted())
})

/** What each call is made with: cases of their own, because each can be decided once. */
async function inputOf(name: string, callerId: string): Promise<Record<string, unknown>> {
  const ofMoneyDesk = await inputOfMoneyDesk(app, name)
  if (ofMoneyDesk) return ofMoneyDesk
  if (name in CONSOLE_STAFF) return inputOfConsole(app, name, callerId)
  if (name.includes('/grievances'))
    return { number: (await aGrievance(app)).number, answer: 'We have looked at it.' }
  if (!name.includes('/cases')) return { userId: memberId, reason: 'Sold what was not theirs' }
  const concernedId = (await aUser(app.db)).id
  if (name.endsWith('/fixed')) return aDecision(app.db, { concernedId, isFixed: true })
  if (name.endsWith('/extend-hold')) {
    const held = await aDecision(app.db, { concernedId, kind: 'page', measure: 'hold_payouts' })
    return { caseId: held.caseId, facts: 'The bank has not answered.' }
  }
  if (name.endsWith('/appealed'))
    return { ...(await aDecision(app.db, { concernedId, measure: 'suspend' })), text: 'By mail.' }
  if (name.endsWith('/appeal')) {
    const { caseId } = await aDecision(app.db, { concernedId })
    const as = await aSession(app.db, app.platform, concernedId)
    await app.call(appealDecision, { caseId, text: 'It was mine.' }, { as })
    return { caseId, outcome: 'overturned', answer: 'It was theirs.' }
  }
  const { id: caseId } = await aCase(app.db, { concernedId })
  return { caseId, measure: 'suspend', rule: 'spam', ground: 'terms', facts: 'It is spam.' }
}

const countRows = async () => (await many(app.db, sql`select from audit_log`)).length

describe.each(staffRoutes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test.each([...STAFF_ROLES, 'nobody'] as const)('called by %s', async (role) => {
    const caller = callers.get(role)
    const input = await inputOf(name, caller?.id ?? '')
    const before = await countRows()
    const answer = await app.call(route, input, { as: caller?.session })
    const verdict = role === 'nobody' ? 403 : TABLE[name]?.[role]
    expect(answer.status).toBe(verdict === 'ok' ? 200 : verdict)
    // What was refused left nothing, and what was written exactly one row.
    const isWritten = verdict === 'ok' && route.method !== 'GET'
    expect((await countRows()) - before).toBe(isWritten ? 1 : 0)
  })
})

test('without a second factor the staff make no calls, unless a setting of development says otherwise', async () => {
  const closed = await startTestApp()
  const { session } = await aStaffMember(closed, 'operator')
  const somebody = await aUser(closed.db)
  const answer = await closed.call(suspendPerson, { userId: somebody.id, reason: 'Spam' }, { as: session })
  expect([answer.status, answer.failure.code]).toEqual([403, 'second_factor_required'])
  // Others learn nothing about the console.
  const other = await aSession(closed.db, closed.platform, somebody.id)
  const refused = await closed.call(suspendPerson, { userId: somebody.id, reason: 'Spam' }, { as: other })
  expect([refused.status, refused.failure.code]).toEqual([403, 'forbidden'])
  await closed.close()
})
