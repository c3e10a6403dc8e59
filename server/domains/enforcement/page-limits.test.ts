import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { formatDay } from '#contract/dates.ts'
import { creatorDetails, getCreators, updateCreator } from '#contract/creators/routes.ts'
import { appealDecision, getOwnCase } from '#contract/enforcement/routes.ts'
import { PAGE_LIMITS, type PageLimit } from '#contract/enforcement/rules.ts'
import { answerAppeal, decideCase, extendHold } from '#contract/enforcement/staff-routes.ts'
import { getPayoutDetails } from '#contract/payouts/routes.ts'
import { createPost, deletePost } from '#contract/posts/routes.ts'
import { createSubscription } from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { exportBankFile } from '#server/domains/payouts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aCase } from './testing.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400 * SECOND_MS

let app: TestApp
let moderator: TestSession
let operator: TestSession
let owner: { id: string; email: string }
let as: TestSession
let handle: string
let creatorId: string
let plan: PlanRow
let count = 0

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
afterAll(() => app.close())

beforeEach(async () => {
  count += 1
  handle = `limited-${count}`
  owner = await aUser(app.db)
  as = await aSession(app.db, app.platform, owner.id)
  creatorId = (await aCreator(app.db, owner.id, { handle })).id
  plan = await aPlan(app.db, creatorId)
  // Sessions of the staff are short.
  moderator = (await aStaffMember(app, 'moderator')).session
  operator = (await aStaffMember(app, 'operator')).session
})

async function decide(measure: PageLimit, days: number | null = measure === 'hold_payouts' ? null : 30) {
  const now = app.clock.now()
  const about = { concernedId: owner.id, kind: 'page', targetId: creatorId, creatorId, now } as const
  const { id: caseId } = await aCase(app.db, about)
  const ruling = { measure, rule: 'spam', ground: 'terms', facts: 'Tickets for no concert.', days } as const
  return { caseId, answer: await app.call(decideCase, { caseId, ...ruling }, { as: moderator }) }
}

const lift = async (caseId: string) => {
  await app.call(appealDecision, { caseId, text: 'There is one.' }, { as })
  const input = { caseId, outcome: 'overturned', answer: 'There was.' } as const
  expect((await app.call(answerAppeal, input, { as: operator })).status).toBe(200)
}

const isListed = async () =>
  (await app.call(getCreators, { limit: 100 })).body.some(({ pageHandle }) => pageHandle === handle)
const isAdult = async () => (await app.call(creatorDetails, { pageHandle: handle })).body.isAdultContent
async function canPost() {
  const { status, body } = await app.call(createPost, { content: '<p>A verse</p>' }, { as })
  if (status === 200) await app.call(deletePost, { id: body.post._id }, { as })
  return status === 200
}
async function canBeJoined() {
  const member = await aUser(app.db)
  const session = await aSession(app.db, app.platform, member.id)
  return (await app.call(createSubscription, { planId: plan.id }, { as: session })).status === 200
}
const heldUntil = async () => (await app.call(getPayoutDetails, {}, { as })).body.payoutsHeldUntil

/** What each limit takes from a page, asked where it is enforced. */
const IS_FREE: Record<PageLimit, () => Promise<boolean>> = {
  label: async () => !(await isAdult()),
  unlist: isListed,
  stop_posting: canPost,
  stop_joining: canBeJoined,
  hold_payouts: async () => (await heldUntil()) === null,
}

describe.each(PAGE_LIMITS)('%s', (limit) => {
  test('holds for that page alone, is told with its end, and is over when an appeal is won', async () => {
    const other = await aUser(app.db)
    await aCreator(app.db, other.id, { handle: `free-${count}` })
    expect(await IS_FREE[limit]()).toBe(true)
    const { caseId, answer } = await decide(limit)
    expect(answer.status).toBe(200)
    for (const each of PAGE_LIMITS)
      // What is labelled is for adults, and so in fewer lists.
      if (!(limit === 'label' && each === 'unlist'))
        expect([each, await IS_FREE[each]()]).toEqual([each, each !== limit])
    await app.drain()
    const days = limit === 'hold_payouts' ? 14 : 30
    const { body } = await app.call(getOwnCase, { caseId }, { as })
    expect(Date.parse(body.untilAt ?? '') - Date.parse(body.decidedAt)).toBe(days * DAY_MS)
    const mail = (await app.mails(owner.email)).find(({ text }) => text.includes(`/cases/${caseId}`))
    const end = `This ends by itself on ${formatDay(body.untilAt ?? '')}`
    for (const part of ['Tickets for no concert.', 'No spam, no scams', 'Until', end])
      expect(mail?.text).toContain(part)
    await lift(caseId)
    expect(await IS_FREE[limit]()).toBe(true)
  })

  test('ends by itself within a second of its moment, and the decision still counts', async () => {
    const { caseId } = await decide(limit)
    await app.drain()
    const until = Date.parse((await app.call(getOwnCase, { caseId }, { as })).body.untilAt ?? '')
    await app.clock.advance(app.db, until - app.clock.now().getTime() - 20 * SECOND_MS)
    await app.drain()
    as = await aSession(app.db, app.platform, owner.id)
    expect((await app.call(getOwnCase, { caseId }, { as })).body.liftedBecause).toBeNull()
    await app.clock.advance(app.db, Math.max(0, until - app.clock.now().getTime()) + SECOND_MS)
    await app.drain()
    const { body } = await app.call(getOwnCase, { caseId }, { as })
    expect(body.liftedBecause).toBe('over')
    expect(body.strikeUntil).not.toBeNull()
    expect(await IS_FREE[limit]()).toBe(true)
    const subjects = (await app.mails(owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The decision about your page has ended')
  })
})

test('of two decisions the longer one holds on', async () => {
  const { caseId } = await decide('unlist', 60)
  await decide('unlist', 30)
  await lift(caseId)
  expect(await isListed()).toBe(false)
})

test.each([
  ['unlist', null],
  ['hold_payouts', 30],
] as const)(
  '%s is not decided for %s days: payouts have a time of their own, all else needs one',
  async (measure, days) => {
    expect((await decide(measure, days)).answer.failure.code).toBe('limit_days_wrong')
  },
)

test('whoever was labelled can’t take the label off, and has back afterwards what they chose', async () => {
  const { caseId } = await decide('label')
  const change = { pageHandle: handle, isAdultContent: false }
  expect((await app.call(updateCreator, change, { as })).failure.code).toBe('adult_label')
  await lift(caseId)
  await app.call(updateCreator, { ...change, isAdultContent: true }, { as })
  const again = await decide('label')
  await lift(again.caseId)
  expect(await isAdult()).toBe(true)
})

test('what is scheduled waits while posting is stopped', async () => {
  const { body } = await app.call(createPost, { content: '<p>A verse</p>' }, { as })
  const due = new Date(app.clock.now().getTime() + 3600 * SECOND_MS)
  await run(
    app.db,
    sql`update posts set state = 'scheduled', publish_at = ${due} where id = ${body.post._id}`,
  )
  const stateOf = async () =>
    (await one(app.db, sql<{ state: string }>`select state from posts where id = ${body.post._id}`)).state
  const { caseId } = await decide('stop_posting')
  await app.clock.advance(app.db, 2 * 3600 * SECOND_MS)
  await run(app.db, sql`insert into jobs (name) values ('posts.do-due')`)
  await app.drain()
  expect(await stateOf()).toBe('scheduled')
  as = await aSession(app.db, app.platform, owner.id)
  operator = (await aStaffMember(app, 'operator')).session
  await lift(caseId)
  await run(app.db, sql`insert into jobs (name) values ('posts.do-due')`)
  await app.drain()
  expect(await stateOf()).toBe('published')
})

describe('payouts that are held', () => {
  test('wait, and leave afterwards; a second person may hold them once more', async () => {
    const member = await aUser(app.db)
    const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
    const capturedAt = new Date(app.clock.now().getTime() - 9 * DAY_MS)
    await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
    await run(
      app.db,
      sql`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details, details_hint,
          requested_at)
        values (gen_random_uuid(), ${creatorId}, 5000, 'USD', 'requested', 'bank', ''::bytea, '1234', now())`,
    )
    const approve = async () => {
      await run(app.db, sql`insert into jobs (name) values ('payouts.approve-waiting')`)
      await app.drain()
      return (
        await one(app.db, sql<{ status: string }>`select status from payouts where creator_id = ${creatorId}`)
      ).status
    }
    const { caseId } = await decide('hold_payouts')
    expect(await approve()).toBe('requested')
    // What was approved before is in no file for the bank, either.
    await run(app.db, sql`update payouts set status = 'approved' where creator_id = ${creatorId}`)
    const sent = await app.db.transaction().execute((db) => exportBankFile(db, app.platform, app.clock.now()))
    expect(sent.csv.trim().split('\n')).toHaveLength(1)
    await run(app.db, sql`update payouts set status = 'requested' where creator_id = ${creatorId}`)

    const more = { caseId, facts: 'The bank has not answered yet.' }
    expect((await app.call(extendHold, more, { as: moderator })).failure.code).toBe('same_decider')
    const { body } = await app.call(extendHold, more, { as: operator })
    expect(await heldUntil()).toBe(body.untilAt)
    expect((await app.call(extendHold, more, { as: operator })).failure.code).toBe('nothing_to_extend')
    await app.drain()
    const mails = await app.mails(owner.email)
    const again = mails.find(({ subject }) => subject === 'Your payouts from Cheers are held for longer')
    expect(again?.text).toContain('The bank has not answered yet.')

    // The first end is no longer one.
    await app.clock.advance(app.db, 15 * DAY_MS)
    expect(await approve()).toBe('requested')
    await app.clock.advance(app.db, 14 * DAY_MS)
    await app.drain()
    expect(await approve()).toBe('approved')
  })

  test('are held again by the database’s word as well: never by the same person', async () => {
    const { caseId } = await decide('hold_payouts')
    await expect(
      many(app.db, sql`update decisions set extended_by = decided_by where case_id = ${caseId}`),
    ).rejects.toThrow('decisions_extended_by_somebody_else')
  })
})
