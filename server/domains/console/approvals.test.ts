import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { decideApproval, listApprovals } from '#contract/console/approval-routes.ts'
import { askForRole, endRolesOf } from '#contract/console/audit-routes.ts'
import { refundAsStaff } from '#contract/console/payment-routes.ts'
import { askPayoutRelease, holdPayoutAsStaff } from '#contract/console/payout-routes.ts'
import type { StaffRole } from '#contract/http/permissions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aRequestedPayout } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const reason = 'Charged twice'
const note = 'I looked at both charges'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
afterAll(() => app.close())

const staff = (...roles: StaffRole[]) => aStaffMember(app, ...roles)
const emailOf = (id: string) =>
  one(app.db, sql<{ email: string }>`select email from users where id = ${id}`).then(({ email }) => email)

const statusOf = (payoutId: string) =>
  one(app.db, sql<{ status: string }>`select status from payouts where id = ${payoutId}`).then(
    ({ status }) => status,
  )
const listRoles = async (db: TestApp['db'], userId: string) =>
  (
    await many(
      db,
      sql<{ role: string }>`select role from staff where user_id = ${userId} and ended_at is null`,
    )
  ).map(({ role }) => role)

async function aPaymentOf(amountCents: number) {
  const member = await aUser(app.db)
  const owner = await aUser(app.db)
  const plan = await aPlan(app.db, (await aCreator(app.db, owner.id)).id, { priceCents: 999 })
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const { id } = await aPayment(app.db, {
    subscriptionId,
    memberId: member.id,
    plan,
    amountCents,
    capturedAt: app.clock.now(),
  })
  const refundedCents = async () =>
    Number(
      (await one(app.db, sql<{ sum: string }>`select refunded_cents as sum from payments where id = ${id}`))
        .sum,
    )
  return { id, member, owner, refundedCents }
}

async function waitingAbout(subjectId: string): Promise<string> {
  const row = await one(
    app.db,
    sql<{ id: string }>`select id from approvals where subject_id = ${subjectId} and outcome is null`,
  )
  return row.id
}

describe('a refund', () => {
  test('of up to $50 is given by support, of up to $500 by finance alone', async () => {
    const [support, finance] = [await staff('support'), await staff('finance')]
    const payment = await aPaymentOf(50_000)
    const give = (amount: number, as: typeof support) =>
      app.call(
        refundAsStaff,
        { paymentId: payment.id, amount, reason: `${reason}: ${amount}` },
        { as: as.session },
      )
    expect((await give(50.01, support)).failure.code).toBe('refund_limit')
    expect((await give(50, support)).body).toMatchObject({ state: 'made', amount: 50 })
    expect((await give(450, finance)).body).toMatchObject({ state: 'made', amount: 450 })
    expect(await payment.refundedCents()).toBe(50_000)
    expect((await give(1, finance)).failure.code).toBe('refund_too_large')
  })

  test('of more than $500 waits for somebody else, and is made once they agree', async () => {
    const [asker, decider] = [await staff('finance'), await staff('operator')]
    const payment = await aPaymentOf(60_000)
    const input = { paymentId: payment.id, reason }
    const asked = await app.call(refundAsStaff, input, { as: asker.session })
    expect(asked.body).toMatchObject({ state: 'waiting', amount: 600 })
    expect(await payment.refundedCents()).toBe(0)
    expect((await app.call(refundAsStaff, input, { as: asker.session })).failure.code).toBe('approval_open')
    await app.drain()
    const [mail] = await app.mails(await emailOf(decider.id))
    expect(mail?.subject).toContain('Refund of $600 to ')
    expect(await app.mails(await emailOf(asker.id))).toEqual([])

    const approvalId = await waitingAbout(payment.id)
    const decide = (as: typeof asker) =>
      app.call(decideApproval, { approvalId, outcome: 'approved', note }, { as: as.session })
    expect((await decide(asker)).failure.code).toBe('own_request')
    expect((await decide(await staff('support'))).failure.code).toBe('forbidden')
    expect((await decide(decider)).status).toBe(200)
    expect(await payment.refundedCents()).toBe(60_000)
    expect((await decide(await staff('finance'))).failure.code).toBe('approval_over')
    await app.drain()
    expect((await app.mails(await emailOf(asker.id))).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Approved: Refund of $600'),
    ])
  })

  test('declined gives nothing back, and may be asked for again; so may one that waited a week', async () => {
    const [asker, decider] = [await staff('finance'), await staff('finance')]
    const payment = await aPaymentOf(60_000)
    const asking = () => app.call(refundAsStaff, { paymentId: payment.id, reason }, { as: asker.session })
    await asking()
    const first = { approvalId: await waitingAbout(payment.id), outcome: 'declined' as const, note }
    expect((await app.call(decideApproval, first, { as: decider.session })).status).toBe(200)
    expect(await payment.refundedCents()).toBe(0)
    expect((await asking()).body).toMatchObject({ state: 'waiting' })
    await run(
      app.db,
      sql`update approvals set expires_at = ${app.clock.now()} where subject_id = ${payment.id} and outcome is null`,
    )
    const late = { approvalId: await waitingAbout(payment.id), outcome: 'approved' as const, note }
    expect((await app.call(decideApproval, late, { as: decider.session })).failure.code).toBe('approval_over')
    expect((await asking()).body).toMatchObject({ state: 'waiting' })
  })

  test('is nobody’s to give who paid it, or owns the page it was paid to, or to decide', async () => {
    const finance = await staff('finance')
    const payment = await aPaymentOf(60_000)
    for (const { id } of [payment.member, payment.owner]) {
      await run(
        app.db,
        sql`insert into staff (id, user_id, role, created_at, granted_by)
          values (gen_random_uuid(), ${id}, 'finance', now(), 'dev')`,
      )
      const as = await aSession(app.db, app.platform, id)
      const own = await app.call(refundAsStaff, { paymentId: payment.id, amount: 1, reason }, { as })
      expect(own.failure.code).toBe('own_matter')
    }
    await app.call(refundAsStaff, { paymentId: payment.id, reason }, { as: finance.session })
    const approvalId = await waitingAbout(payment.id)
    const as = await aSession(app.db, app.platform, payment.owner.id)
    const decided = await app.call(decideApproval, { approvalId, outcome: 'approved', note }, { as })
    expect(decided.failure.code).toBe('own_matter')
    const { body } = await app.call(listApprovals, {}, { as })
    expect(body.find(({ _id }) => _id === approvalId)?.mayDecide).toBe(false)
  })

  test('can’t be decided by whoever asked for it, not even in the database', async () => {
    const asker = await staff('finance')
    const payment = await aPaymentOf(60_000)
    await app.call(refundAsStaff, { paymentId: payment.id, reason }, { as: asker.session })
    await expect(
      run(
        app.db,
        sql`update approvals set outcome = 'approved', decided_at = now(), decided_by = asked_by
          where subject_id = ${payment.id}`,
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a payout', () => {
  test('that the staff hold stays where it is, and goes on once two people agree', async () => {
    const [moderator, finance, other] = [
      await staff('moderator'),
      await staff('finance'),
      await staff('finance'),
    ]
    const creator = await aCreator(app.db, (await aUser(app.db)).id)
    const { id: payoutId } = await aRequestedPayout(app.db, creator.id, { now: app.clock.now() })
    const hold = { payoutId, days: 14, reason: 'Three supporters say they never joined' }
    expect((await app.call(holdPayoutAsStaff, hold, { as: moderator.session })).status).toBe(200)
    const again = await app.call(holdPayoutAsStaff, hold, { as: moderator.session })
    expect(again.failure.code).toBe('payout_held')
    await app.drain()
    expect(await statusOf(payoutId)).toBe('requested')

    const release = { payoutId, reason: 'The banks say it is all right' }
    expect((await app.call(askPayoutRelease, release, { as: finance.session })).status).toBe(200)
    const approvalId = await waitingAbout(payoutId)
    const approve = { approvalId, outcome: 'approved' as const, note }
    expect((await app.call(decideApproval, approve, { as: other.session })).status).toBe(200)
    await app.drain()
    const open = await many(
      app.db,
      sql`select from payout_holds where payout_id = ${payoutId} and released_at is null`,
    )
    expect(open).toEqual([])
  })

  test('is held for 14 days at most, and once more only by somebody else', async () => {
    const [moderator, other] = [await staff('moderator'), await staff('moderator')]
    const creator = await aCreator(app.db, (await aUser(app.db)).id)
    const { id: payoutId } = await aRequestedPayout(app.db, creator.id, { now: app.clock.now() })
    const hold = (as: typeof moderator, days = 14) =>
      app.call(holdPayoutAsStaff, { payoutId, days, reason: 'Not clear yet' }, { as: as.session })
    expect((await hold(moderator, 15)).status).toBe(422)
    expect((await hold(moderator)).status).toBe(200)
    await run(
      app.db,
      sql`update payout_holds set held_at = held_at - interval '15 days', until_at = until_at - interval '15 days'
        where payout_id = ${payoutId}`,
    )
    expect((await hold(moderator)).failure.code).toBe('payout_held_by_you')
    expect((await hold(other)).status).toBe(200)
    await run(
      app.db,
      sql`update payout_holds set held_at = held_at - interval '15 days', until_at = until_at - interval '15 days'
        where payout_id = ${payoutId}`,
    )
    expect((await hold(await staff('operator'))).failure.code).toBe('payout_held_twice')
  })
})

describe('a role', () => {
  test('is granted once a second operator agrees, and every operator is told', async () => {
    const [first, second] = [await staff('operator'), await staff('operator')]
    const person = await aUser(app.db)
    const wish = { userId: person.id, role: 'support' as const, reason: 'Answers mails from Monday' }
    expect((await app.call(askForRole, wish, { as: first.session })).status).toBe(200)
    expect((await app.call(askForRole, wish, { as: second.session })).failure.code).toBe('approval_open')
    expect(await listRoles(app.db, person.id)).toEqual([])
    const decision = { approvalId: await waitingAbout(person.id), outcome: 'approved' as const, note }
    expect((await app.call(decideApproval, decision, { as: second.session })).status).toBe(200)
    expect(await listRoles(app.db, person.id)).toEqual(['support'])
    await app.drain()
    for (const { id } of [first, second])
      expect((await app.mails(await emailOf(id))).at(0)?.subject).toContain('Approved: Role for')
    expect((await app.mails(person.email)).at(0)?.subject).toContain('a new role')
    const twice = await app.call(askForRole, wish, { as: first.session })
    expect(twice.failure.code).toBe('has_role')
  })

  test('can’t be asked for or ended for oneself, and never ended for the last operator', async () => {
    const operator = await staff('operator')
    const wish = { userId: operator.id, role: 'finance' as const, reason }
    expect((await app.call(askForRole, wish, { as: operator.session })).failure.code).toBe('own_matter')
    const own = await app.call(endRolesOf, { userId: operator.id, reason }, { as: operator.session })
    expect(own.failure.code).toBe('own_matter')
  })

  test('is granted after a day where there was no second operator, with a row of its own in the log', async () => {
    const alone = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
    const { id, session } = await aStaffMember(alone, 'operator')
    const person = await aUser(alone.db)
    const wish = { userId: person.id, role: 'operator' as const, reason: 'The second one' }
    expect((await alone.call(askForRole, wish, { as: session })).status).toBe(200)
    await alone.clock.advance(alone.db, DAY_MS - 60_000)
    await alone.drain()
    expect(await listRoles(alone.db, person.id)).toEqual([])
    await alone.clock.advance(alone.db, 120_000)
    await alone.drain()
    expect(await listRoles(alone.db, person.id)).toEqual(['operator'])
    const rows = await many(
      alone.db,
      sql<{ action: string }>`select action from audit_log where subject_id = ${person.id} order by position`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['ask-grant-role', 'grant-alone'])
    // From now on there is somebody else: what is asked for waits for them.
    const third = await aUser(alone.db)
    const later = await aSession(alone.db, alone.platform, id)
    await alone.call(askForRole, { ...wish, userId: third.id }, { as: later })
    await alone.clock.advance(alone.db, 2 * DAY_MS)
    await alone.drain()
    expect(await listRoles(alone.db, third.id)).toEqual([])
    await alone.close()
  })
})
