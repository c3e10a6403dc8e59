import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { appealDecision, reportItem } from '#contract/enforcement/routes.ts'
import { aSession, aUser, PASSWORD } from '#server/domains/accounts/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aDecision } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Person {
  id: string
  as: TestSession
}

async function aPerson(): Promise<Person> {
  const { id } = await aUser(app.db, { password: PASSWORD })
  return { id, as: await aSession(app.db, app.platform, id) }
}

const appeal = (person: Person, caseId: string) =>
  app.call(appealDecision, { caseId, text: 'It was a joke among friends.' }, { as: person.as })

test('an appeal is made once, within 180 days, by the person concerned, about something that was done', async () => {
  const ravi = await aPerson()
  const now = app.clock.now()
  const { caseId } = await aDecision(app.db, { concernedId: ravi.id, now })
  expect((await appeal(await aPerson(), caseId)).status).toBe(404)
  expect((await appeal(ravi, caseId)).status).toBe(200)
  expect((await appeal(ravi, caseId)).failure.code).toBe('appealed')
  const none = await aDecision(app.db, { concernedId: ravi.id, measure: 'none', now })
  // What nobody noticed isn't even shown to them.
  expect((await appeal(ravi, none.caseId)).failure.code).toBe('nothing_to_appeal')
  const long = (seconds: number) => new Date(now.getTime() - 180 * DAY_MS + seconds * 1000)
  const late = await aDecision(app.db, { concernedId: ravi.id, now: long(-1) })
  const last = await aDecision(app.db, { concernedId: ravi.id, now: long(30) })
  expect((await appeal(ravi, late.caseId)).failure.code).toBe('appeal_late')
  expect((await appeal(ravi, last.caseId)).status).toBe(200)
})

test('what is kept of a reporter who leaves is a hash', async () => {
  const [ravi, meera] = [await aPerson(), await aPerson()]
  const target = { kind: 'person', id: meera.id } as const
  const reported = await app.call(reportItem, { target, reason: 'harassment' }, { as: ravi.as })
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: ravi.as })
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  const rows = await many(
    app.db,
    sql<
      Record<string, unknown>
    >`select reporter_id as "reporterId", length(reporter_hash) as bytes, text, reason
      from reports where case_id = ${reported.body.caseId}`,
  )
  expect(rows).toEqual([{ reporterId: null, bytes: 32, text: '', reason: 'harassment' }])
})
