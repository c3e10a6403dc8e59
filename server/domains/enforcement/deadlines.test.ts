import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { appealDecision, getOwnCase, reportItem } from '#contract/enforcement/routes.ts'
import type { ReportReason } from '#contract/enforcement/rules.ts'
import { listPageReports } from '#contract/enforcement/page-routes.ts'
import { listCases } from '#contract/enforcement/staff-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { expectAtItsMoment } from '#server/testing/at-its-moment.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aDecision } from './testing.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let judgeId: string

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor', OPERATOR_EMAIL: 'desk@cheers.example' })
  judgeId = (await aStaffMember(app, 'moderator')).id
})
afterAll(() => app.close())
beforeEach(() => app.drain())

async function aPerson() {
  const { id } = await aUser(app.db, { now: new Date(app.clock.now().getTime() - 30 * DAY_MS) })
  return { id, as: await aSession(app.db, app.platform, id) }
}

async function reportPerson(reason: ReportReason) {
  const [about, reporter] = [await aPerson(), await aPerson()]
  const target = { kind: 'person' as const, id: about.id }
  const { body } = await app.call(reportItem, { target, reason }, { as: reporter.as })
  await app.drain()
  return body.caseId
}

const stageOf = async (caseId: string) =>
  (await one(app.db, sql<{ stage: number }>`select alarm_stage as stage from cases where id = ${caseId}`))
    .stage

const expectAt = (ms: number, isDone: () => Promise<boolean>) =>
  expectAtItsMoment(app, new Date(app.clock.now().getTime() + ms), isDone)

describe('alarms, to the second', () => {
  test.each([
    ['intimate', 2],
    ['illegal', 36],
    ['spam', 7 * 24],
  ] as const)('of a case that is %s: at half, four fifths and the end of %i hours', async (reason, hours) => {
    const caseId = await reportPerson(reason)
    const opened = app.clock.now().getTime()
    for (const stage of [50, 80, 100]) {
      const { openedAt } = await one(
        app.db,
        sql<{ openedAt: Date }>`select opened_at as "openedAt" from cases where id = ${caseId}`,
      )
      const due = openedAt.getTime() + (hours * HOUR_MS * stage) / 100
      await expectAt(due - app.clock.now().getTime(), async () => (await stageOf(caseId)) >= stage)
    }
    expect(app.clock.now().getTime() - opened).toBeGreaterThan(hours * HOUR_MS - SECOND_MS)
  })

  test('reach the operator, and stop once somebody has decided', async () => {
    const caseId = await reportPerson('intimate')
    await run(app.db, sql`update cases set state = 'decided' where id = ${caseId}`)
    const before = (await app.mails('desk@cheers.example')).length
    await app.clock.advance(app.db, 3 * HOUR_MS)
    await app.drain()
    expect((await app.mails('desk@cheers.example')).length).toBe(before)
    expect(await stageOf(caseId)).toBe(0)
    const open = await reportPerson('intimate')
    await app.clock.advance(app.db, 3 * HOUR_MS)
    await app.drain()
    const { number } = await one(app.db, sql<{ number: number }>`select number from cases where id = ${open}`)
    const subjects = (await app.mails('desk@cheers.example')).map(({ subject }) => subject)
    for (const subject of [
      `Report to decide: case ${number}`,
      `Late: case ${number} should have been decided`,
    ])
      expect(subjects).toContain(subject)
  })
})

test('what nobody on a page decided goes to the operator at four fifths of the time', async () => {
  const owner = await aPerson()
  const page = await aCreator(app.db, owner.id, { handle: 'asha' })
  const { id: channelId } = await aPost(app.db, page.id)
  const message = await aMessage(app.db, channelId, (await aPerson()).id, { now: app.clock.now() })
  const target = { kind: 'message' as const, id: message.id }
  const { body } = await app.call(reportItem, { target, reason: 'spam' }, { as: (await aPerson()).as })
  const waiting = async () => {
    const as = await aSession(app.db, app.platform, owner.id)
    return (await app.call(listPageReports, { pageHandle: 'asha' }, { as })).body.length
  }
  expect(await waiting()).toBe(1)
  await expectAt(
    Date.parse(body.dueAt) - 1.4 * DAY_MS - app.clock.now().getTime(),
    async () => (await waiting()) === 0,
  )
  const as = await aSession(app.db, app.platform, judgeId)
  const queue = await app.call(listCases, { limit: 100 }, { as })
  expect(queue.body.map(({ _id }) => _id)).toContain(body.caseId)
})

test('an appeal that nobody answers ends the measure after 30 days, unless a law asks for it', async () => {
  const ravi = await aPerson()
  const now = app.clock.now()
  const [byTerms, byLaw] = [
    await aDecision(app.db, { concernedId: ravi.id, now }),
    await aDecision(app.db, { concernedId: ravi.id, now }),
  ]
  await run(app.db, sql`update decisions set ground = 'law' where id = ${byLaw.decisionId}`)
  for (const { caseId } of [byTerms, byLaw])
    await app.call(appealDecision, { caseId, text: 'Please look again.' }, { as: ravi.as })
  const { endsAt } = await one(
    app.db,
    sql<{ endsAt: Date }>`select ends_at as "endsAt" from appeals where decision_id = ${byTerms.decisionId}`,
  )
  const liftedOf = async (decisionId: string) =>
    (
      await one(
        app.db,
        sql<{
          because: string | null
        }>`select lifted_because as because from decisions where id = ${decisionId}`,
      )
    ).because
  await expectAt(
    endsAt.getTime() - app.clock.now().getTime(),
    async () => (await liftedOf(byTerms.decisionId)) === 'unanswered',
  )
  expect(await liftedOf(byLaw.decisionId)).toBeNull()
  const as = await aSession(app.db, app.platform, ravi.id)
  const { body } = await app.call(getOwnCase, { caseId: byTerms.caseId }, { as })
  expect(body).toMatchObject({ liftedBecause: 'unanswered', appeal: { outcome: null } })
})
