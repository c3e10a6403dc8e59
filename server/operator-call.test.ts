import { afterAll, beforeAll, expect, test } from 'vitest'

import { suspendPerson } from '#contract/staff/routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aStaffMember, COMMAND } from '#server/domains/staff/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'

import { callAsOperator } from './operator-call.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
afterAll(() => app.close())

const rowsAbout = (subjectId: string) =>
  many(
    app.db,
    sql<
      Record<string, unknown>
    >`select actor_kind as kind, actor_id as "actorId", actor_name as name, role, action,
        subject_kind as subject, reason, before, after from audit_log where subject_id = ${subjectId}`,
  )

test('a command leaves the same row in the audit log as a call over HTTP, but for who made it', async () => {
  const reason = 'Sold what was not theirs'
  const [one, other] = [await aUser(app.db), await aUser(app.db)]
  const { id, session } = await aStaffMember(app, 'operator')
  expect((await app.call(suspendPerson, { userId: one.id, reason }, { as: session })).status).toBe(200)
  const command = { principal: COMMAND, now: app.clock.now() }
  const outcome = await callAsOperator(app.platform, suspendPerson, { userId: other.id, reason }, command)
  expect(outcome).toEqual({ changed: true })

  const [overHttp] = await rowsAbout(one.id)
  const [byCommand] = await rowsAbout(other.id)
  expect(overHttp).toMatchObject({ kind: 'user', actorId: id, name: null, role: 'operator' })
  expect(byCommand).toEqual({ ...overHttp, kind: 'operator-command', actorId: null, name: 'dev' })
})

test('a command needs no second factor; its input is checked all the same', async () => {
  const closed = { ...app.platform, config: { ...app.platform.config, isStaffWithoutSecondFactor: false } }
  const { id: userId } = await aUser(app.db)
  const command = { principal: COMMAND, now: app.clock.now() }
  await expect(callAsOperator(closed, suspendPerson, { userId, reason: '' }, command)).rejects.toThrow(
    'Give a reason.',
  )
  expect(await callAsOperator(closed, suspendPerson, { userId, reason: 'Spam' }, command)).toEqual({
    changed: true,
  })
})
