import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'
import { reinstatePerson, suspendPerson } from '#contract/staff/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { hasOtherOperator, listRoles, listStaff } from './queries.ts'
import { endStaff, grantRole } from './roles.ts'
import { aStaffMember, COMMAND } from './testing.ts'

const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let member: { id: string; email: string }

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
beforeEach(async () => {
  member = await aUser(app.db)
})
afterAll(() => app.close())

function commandAbout(userId: string) {
  const now = app.clock.now()
  return { userId, actor: COMMAND, now, requestId: newId(now) }
}

const grant = (userId: string, role: Parameters<typeof grantRole>[1]) =>
  app.db.transaction().execute((db) => grantRole(db, role, commandAbout(userId)))
const end = (userId: string) => app.db.transaction().execute((db) => endStaff(db, commandAbout(userId)))

const auditOf = (subjectId: string) =>
  many(
    app.db,
    sql`select actor_kind as kind, actor_id as "actorId", actor_name as name, role, action, reason, before, after
      from audit_log where subject_id = ${subjectId} order by position`,
  )

describe('a role', () => {
  test('is granted once, counts from the next call, and ends at once', async () => {
    const { id, session } = await aStaffMember(app)
    const suspend = () => app.call(suspendPerson, { userId: member.id, reason: 'Spam' }, { as: session })
    expect((await suspend()).status).toBe(403)
    expect(await grant(id, 'moderator')).toBe(true)
    expect(await grant(id, 'moderator')).toBe(false)
    expect((await listStaff(app.db)).filter(({ role }) => role === 'moderator')).toHaveLength(1)
    expect((await suspend()).status).toBe(200)
    expect(await end(id)).toBe(true)
    expect(await end(id)).toBe(false)
    expect((await suspend()).status).toBe(403)
    const by = { kind: 'operator-command', actorId: null, name: 'dev', role: 'operator', reason: null }
    expect(await auditOf(id)).toEqual([
      { ...by, action: 'grant', before: { roles: [] }, after: { roles: ['moderator'] } },
      { ...by, action: 'end', before: { roles: ['moderator'] }, after: { roles: [] } },
    ])
  })

  test('of the last operator cannot be ended, not even by two at the same moment', async () => {
    const [first, second] = [await aStaffMember(app, 'operator'), await aStaffMember(app, 'operator')]
    const ended = await Promise.allSettled([end(first.id), end(second.id)])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const last = (await listRoles(app.db, first.id)).length > 0 ? first : second
    await expect(end(last.id)).rejects.toThrow('the last operator')
    // Somebody who is suspended, or about to leave, is not there to take over.
    const third = await aStaffMember(app, 'operator')
    await run(app.db, sql`update users set status = 'suspended' where id = ${third.id}`)
    await expect(end(last.id)).rejects.toThrow('the last operator')
    await run(app.db, sql`update users set status = 'active' where id = ${third.id}`)
    expect(await end(last.id)).toBe(true)
    expect(await hasOtherOperator(app.db, third.id)).toBe(false)
  })

  test('stays on record as it was granted', async () => {
    const { id } = await aStaffMember(app, 'support')
    for (const statement of [
      sql`update staff set role = 'operator' where user_id = ${id}`,
      sql`delete from staff where user_id = ${id}`,
    ])
      await expect(run(app.db, statement)).rejects.toMatchObject({ code: '23001' })
  })
})

describe('a suspension by the staff', () => {
  test('and its end are in the audit log, with who decided, as what, and why', async () => {
    const { id, session } = await aStaffMember(app, 'moderator', 'support')
    const [reason, later] = ['Sold what was not theirs', 'It was theirs after all']
    const suspend = () => app.call(suspendPerson, { userId: member.id, reason }, { as: session })
    expect((await suspend()).body).toEqual({ changed: true })
    expect((await suspend()).body).toEqual({ changed: false })
    const lifted = await app.call(reinstatePerson, { userId: member.id, reason: later }, { as: session })
    expect(lifted.body).toEqual({ changed: true })
    const by = { kind: 'user', actorId: id, name: null, role: 'moderator' }
    const [active, suspended] = [{ status: 'active' }, { status: 'suspended' }]
    expect(await auditOf(member.id)).toEqual([
      { ...by, action: 'suspend', reason, before: active, after: suspended },
      { ...by, action: 'suspend', reason, before: suspended, after: suspended },
      { ...by, action: 'reinstate', reason: later, before: suspended, after: active },
    ])
  })

  test('is refused for oneself, for others of the staff, and for nobody', async () => {
    const { id, session } = await aStaffMember(app, 'moderator')
    const operator = await aStaffMember(app, 'operator')
    const codeFor = async (userId: string) =>
      (await app.call(suspendPerson, { userId, reason: 'Spam' }, { as: session })).failure.code
    expect(await codeFor(id)).toBe('own_account')
    expect(await codeFor(operator.id)).toBe('staff_member')
    expect(await codeFor(newId(new Date()))).toBe('person_not_found')
    expect([...(await auditOf(operator.id))].length).toBe(1)
    const lift = await app.call(reinstatePerson, { userId: id, reason: 'Not I' }, { as: session })
    expect(lift.failure.code).toBe('own_account')
    const silent = await app.call(suspendPerson, { userId: member.id, reason: ' ' }, { as: session })
    expect(silent.status).toBe(422)
  })
})

test('people get to know their roles, what they did as staff, and what was decided about them', async () => {
  const { session } = await aStaffMember(app, 'moderator')
  const about = await aStaffMember(app)
  await app.call(suspendPerson, { userId: member.id, reason: 'Spam' }, { as: session })
  await app.call(suspendPerson, { userId: about.id, reason: 'Mistaken' }, { as: session })
  const theirs = (await app.call(exportOwnData, {}, { as: session })).body
  expect(theirs.staff).toMatchObject({
    roles: [{ role: 'moderator', endedAt: null }],
    actions: [{ action: 'suspend' }, { action: 'suspend' }],
  })
  // Whom it concerned is somebody else's data.
  expect(JSON.stringify(theirs.staff.actions)).not.toMatch(/Spam|Mistaken/)
  expect(theirs.decisions).toMatchObject([{ action: 'grant', reason: null }])
})

test('roles end with the account; what was done under it stays, with its id', async () => {
  const { id } = await aUser(app.db, { password: PASSWORD })
  await grant(id, 'moderator')
  const as = await aSession(app.db, app.platform, id)
  await app.call(suspendPerson, { userId: member.id, reason: 'Spam' }, { as })
  expect((await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })).status).toBe(200)
  await app.drain()
  await app.clock.advance(app.db, (DELETION_UNDO_DAYS + 1) * 86_400_000)
  await app.drain()
  expect(await listRoles(app.db, id)).toEqual([])
  const { actorId } = await one(
    app.db,
    sql<{ actorId: string }>`select actor_id as "actorId" from audit_log where subject_id = ${member.id}`,
  )
  expect(actorId).toBe(id)
})
