import { afterAll, beforeAll, expect, test } from 'vitest'

import { listAuditLog } from '#contract/console/audit-routes.ts'
import { listStaffPayments } from '#contract/console/payment-routes.ts'
import { getPerson, listPeople, listStaffCreators, unmaskAddress } from '#contract/console/people-routes.ts'
import { removeLostFactors, suspendPerson } from '#contract/staff/routes.ts'
import { aFactor, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let operator: { id: string; session: TestSession }
let support: { id: string; session: TestSession }

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  operator = await aStaffMember(app, 'operator')
  support = await aStaffMember(app, 'support')
})
afterAll(() => app.close())

const find = async (q: string) => (await app.call(listPeople, { q }, { as: support.session })).body

test('people are found by the beginning of a name or a username, addresses only as a whole', async () => {
  const ravi = await aUser(app.db, { name: 'Ravindra Menon' })
  expect((await find('ravin')).map(({ _id }) => _id)).toEqual([ravi.id])
  expect((await find(ravi.username.slice(0, -1))).map(({ _id }) => _id)).toEqual([ravi.id])
  expect((await find(`@${ravi.username}`)).map(({ _id }) => _id)).toEqual([ravi.id])
  expect(await find('@Ravindra Menon')).toEqual([])
  expect(await find('Menon')).toEqual([])
  // "%" stands for itself.
  expect(await find('%avindra')).toEqual([])
  expect((await find(ravi.email)).map(({ _id }) => _id)).toEqual([ravi.id])
  expect(await find(ravi.email.slice(0, -1))).toEqual([])
})

test('an address is masked, until somebody who may asks for it with a reason, which stays in the log', async () => {
  const person = await aUser(app.db, { name: 'Maskedwell Jones' })
  const shown = JSON.stringify([
    await find('maskedwell'),
    (await app.call(getPerson, { userId: person.id }, { as: support.session })).body,
  ])
  expect(shown).not.toContain(person.email)
  const silent = await app.call(unmaskAddress, { userId: person.id, reason: ' ' }, { as: support.session })
  expect(silent.status).toBe(422)
  const reason = 'They asked us to write'
  const whole = await app.call(unmaskAddress, { userId: person.id, reason }, { as: support.session })
  expect(whole.body).toEqual({ email: person.email })
  const { body } = await app.call(listAuditLog, { subjectId: person.id }, { as: operator.session })
  expect(body).toMatchObject([{ action: 'unmask-address', reason, actorId: support.id, isSealed: true }])
  // The log doesn't repeat what was hidden.
  expect(JSON.stringify(body)).not.toContain(person.email)
})

test('a suspended person is found by their state, with who decided it and why', async () => {
  const person = await aUser(app.db)
  await app.call(suspendPerson, { userId: person.id, reason: 'Sold copies' }, { as: operator.session })
  const { body } = await app.call(listPeople, { status: 'suspended' }, { as: support.session })
  expect(body.map(({ _id }) => _id)).toContain(person.id)
  const seen = await app.call(getPerson, { userId: person.id }, { as: support.session })
  expect(seen.body).toMatchObject({
    state: 'suspended',
    sessionCount: 0,
    suspensions: [{ reason: 'Sold copies', reinstatedAt: null }],
  })
  expect(seen.body.suspensions[0]?.by).not.toBe(operator.id)
})

test('pages are found by the beginning of their name or handle', async () => {
  const { id, handle } = await aCreator(app.db, (await aUser(app.db)).id, { handle: 'quietharbour' })
  expect(handle).toBe('quietharbour')
  for (const q of ['quieth', '/quietharbour', '@QuietH']) {
    const { body } = await app.call(listStaffCreators, { q }, { as: support.session })
    expect(body.map(({ _id }) => _id)).toEqual([id])
  }
})

test('support sees the payments of one person, never everybody’s', async () => {
  const everybody = await app.call(listStaffPayments, {}, { as: support.session })
  expect(everybody.failure.code).toBe('one_person_only')
  const own = await app.call(listStaffPayments, { userId: support.id }, { as: support.session })
  expect(own.body).toEqual([])
})

test('the log shows everybody’s acts to operators, the others’ own to themselves, and an altered row as such', async () => {
  const { body: own } = await app.call(listAuditLog, {}, { as: support.session })
  expect(new Set(own.map(({ actorId }) => actorId))).toEqual(new Set([support.id]))
  const { body: before } = await app.call(listAuditLog, {}, { as: operator.session })
  expect(before.every(({ isSealed }) => isSealed)).toBe(true)
  const [, altered] = before
  await run(app.db, sql`alter table audit_log disable trigger audit_log_append_only`)
  await run(app.db, sql`update audit_log set reason = 'Nothing' where id = ${altered?._id ?? ''}`)
  await run(app.db, sql`alter table audit_log enable trigger audit_log_append_only`)
  const { body: after } = await app.call(listAuditLog, {}, { as: operator.session })
  expect(after.filter(({ isSealed }) => !isSealed).map(({ _id }) => _id)).toEqual([altered?._id])
})

test('who lost every second factor is seen with who said so, and when they are removed', async () => {
  const person = await aUser(app.db)
  await aFactor(app, person.id)
  const seen = async () => (await app.call(getPerson, { userId: person.id }, { as: support.session })).body
  expect(await seen()).toMatchObject({ hasFactor: true, recovery: null })
  const lost = { userId: person.id, reason: 'Their phone fell into the sea' }
  await app.call(removeLostFactors, lost, { as: support.session })
  expect((await seen()).recovery?.removedAt).toBeNull()
  await app.call(removeLostFactors, lost, { as: operator.session })
  expect((await seen()).recovery?.removedAt).not.toBeNull()
})
