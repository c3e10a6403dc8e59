import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { decideApproval, listApprovals } from '#contract/console/approval-routes.ts'
import { askForRole } from '#contract/console/audit-routes.ts'
import { listStaffPayouts } from '#contract/console/payout-routes.ts'
import { APPROVAL_DAYS } from '#contract/console/rules.ts'
import { APPEAL_ANSWER_DAYS, daysAfter, STRIKE_DAYS } from '#contract/enforcement/deadlines.ts'
import { appealDecision, sayFixed } from '#contract/enforcement/routes.ts'
import { listCases } from '#contract/enforcement/staff-routes.ts'
import { askForRemoval } from '#server/domains/accounts/service.ts'
import { aFactor, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { anApproval } from '#server/domains/console/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aDecision } from '#server/domains/enforcement/testing.ts'
import { aRequestedPayout } from '#server/domains/payouts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'

import { expectAtItsMoment } from './testing/at-its-moment.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/*
 * Deadlines of the staff's desk, to the second, on the moved clock. Those of cases, grievances, limits of pages and
 * support passes are beside what they are about.
 */

const DESK = 'desk@cheers.example'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor', OPERATOR_EMAIL: DESK })
})
afterAll(() => app.close())

const now = () => app.clock.now()
/** A session may be older than it is allowed to be once the clock has moved. */
const sessionOf = (userId: string) => aSession(app.db, app.platform, userId)

async function aPayout(given: { heldBy?: string } = {}) {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  return aRequestedPayout(app.db, creator.id, { now: now(), ...given })
}

describe('within a second of its moment', () => {
  test('a hold on a payout is over', async () => {
    const moderator = await aStaffMember(app, 'moderator')
    const { id } = await aPayout({ heldBy: moderator.id })
    const { until } = await one(
      app.db,
      sql<{ until: Date }>`select until_at as until from payout_holds where payout_id = ${id}`,
    )
    await expectAtItsMoment(app, until, async () => {
      const as = await sessionOf(moderator.id)
      const { body } = await app.call(listStaffPayouts, { queue: 'held' }, { as })
      return body.every((payout) => payout._id !== id)
    })
  })

  test('a request for a second person is over', async () => {
    const asker = await aStaffMember(app, 'finance')
    const decider = await aStaffMember(app, 'finance')
    const { id: payoutId } = await aPayout({ heldBy: 'somebody' })
    const approvalId = await anApproval(app.db, { askedBy: asker.id, payoutId, now: now() })
    await expectAtItsMoment(app, daysAfter(now(), APPROVAL_DAYS), async () => {
      const as = await sessionOf(decider.id)
      const { body } = await app.call(listApprovals, { state: 'waiting' }, { as })
      return body.every(({ _id }) => _id !== approvalId)
    })
    const late = { approvalId, outcome: 'approved', note: 'Too late' } as const
    const { failure } = await app.call(decideApproval, late, { as: await sessionOf(decider.id) })
    expect(failure.code).toBe('approval_over')
  })

  test('a role is granted where there is no second operator', async () => {
    const operator = await aStaffMember(app, 'operator')
    const { id: userId } = await aUser(app.db)
    const asked = now()
    const wish = { userId, role: 'finance', reason: 'For the books' } as const
    expect((await app.call(askForRole, wish, { as: operator.session })).status).toBe(200)
    await expectAtItsMoment(app, daysAfter(asked, 1), async () => {
      const rows = await many(app.db, sql`select from staff where user_id = ${userId}`)
      return rows.length > 0
    })
  })

  test('second factors that were lost are removed, and their owner is reminded', async () => {
    const { id: userId, email } = await aUser(app.db)
    await aFactor(app, userId)
    const say = (by: string) =>
      transactionsOf(app.db)((db) => askForRemoval(db, { userId, reason: 'Rang us', by, now: now() }))
    await say('dev')
    const { recovery } = await say('maya')
    const dueAt = recovery.dueAt ?? now()
    const isMailed = async (subject: string) =>
      (await app.mails(email)).some((mail) => mail.subject.startsWith(subject))
    await expectAtItsMoment(app, daysAfter(dueAt, -3), () => isMailed('Three days left'))
    await expectAtItsMoment(app, dueAt, async () => {
      const left = await many(app.db, sql`select from second_factors where user_id = ${userId}`)
      return left.length === 0
    })
  })

  test('the staff are reminded of an appeal, three times', async () => {
    const { id: concernedId } = await aUser(app.db)
    const begun = now()
    const { caseId } = await aDecision(app.db, { concernedId, now: begun })
    const { number } = await one(
      app.db,
      sql<{ number: number }>`select number from cases where id = ${caseId}`,
    )
    await app.call(appealDecision, { caseId, text: 'Look again.' }, { as: await sessionOf(concernedId) })
    await app.drain()
    const { appealedAt } = await one(
      app.db,
      sql<{ appealedAt: Date }>`select a.appealed_at as "appealedAt" from appeals a
        join decisions d on d.id = a.decision_id where d.case_id = ${caseId}`,
    )
    const reminders = async () =>
      (await app.mails(DESK)).filter(
        ({ subject }) => subject === `An appeal is still waiting: case ${number}`,
      ).length
    for (const [stage, count] of [
      [0.5, 1],
      [0.8, 2],
      [1, 3],
    ] as const)
      await expectAtItsMoment(
        app,
        daysAfter(appealedAt, APPEAL_ANSWER_DAYS * stage),
        async () => (await reminders()) >= count,
      )
  })

  test('what is hidden can’t be said to be fixed any more', async () => {
    const { id: concernedId } = await aUser(app.db)
    const at = now()
    const early = await aDecision(app.db, { concernedId, now: at })
    const late = await aDecision(app.db, { concernedId, now: at })
    let { caseId } = early
    await expectAtItsMoment(app, daysAfter(at, 14), async () => {
      const as = await sessionOf(concernedId)
      const { status } = await app.call(sayFixed, { caseId }, { as })
      ;({ caseId } = late)
      return status !== 200
    })
  })

  test('a strike counts no longer', async () => {
    const { id: concernedId } = await aUser(app.db)
    const moderator = await aStaffMember(app, 'moderator')
    const { decisionId } = await aDecision(app.db, { concernedId, now: now() })
    const { expiresAt } = await one(
      app.db,
      sql<{ expiresAt: Date }>`insert into strikes (decision_id, user_id, struck_at, expires_at)
        values (${decisionId}, ${concernedId}, ${now()}, ${daysAfter(now(), STRIKE_DAYS)})
        returning expires_at as "expiresAt"`,
    )
    await expectAtItsMoment(app, expiresAt, async () => {
      const as = await sessionOf(moderator.id)
      const { body } = await app.call(listCases, { queue: 'decided', limit: 100 }, { as })
      return body.some(({ concerned }) => concerned._id === concernedId && concerned.strikes === 0)
    })
  })
})
