import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import {
  getMember,
  getMemberCounts,
  getMembers,
  getMembersFile,
  getSharing,
  type MemberState,
  setSharing,
} from '#contract/analytics/member-routes.ts'
import { endMembership } from '#contract/subscriptions/ending-routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let owner: BuiltUser
let asha: TestSession
let silver: PlanRow
let gold: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.db, { name: 'Asha Rao' })
  const creator = await aCreator(app.db, owner.id, { pageName: 'Asha sings' })
  asha = await aSession(app.db, app.platform, owner.id)
  silver = await aPlan(app.db, creator.id, { name: 'Silver', priceCents: 500 })
  gold = await aPlan(app.db, creator.id, { name: 'Gold', priceCents: 1500 })
})
afterAll(() => app.close())

async function aMember(
  name: string,
  plan: PlanRow,
  given: Parameters<typeof aSubscription>[3] = {},
): Promise<{ user: BuiltUser; id: string; session: TestSession }> {
  const user = await aUser(app.db, { name })
  const { id } = await aSubscription(app.db, user.id, plan, given)
  await aPayment(app.db, { subscriptionId: id, memberId: user.id, plan, amountCents: plan.priceCents })
  return { user, id, session: await aSession(app.db, app.platform, user.id) }
}

const list = async (
  filter: { state?: MemberState; planId?: string; q?: string; cursor?: string; limit?: number } = {},
) => (await app.call(getMembers, filter, { as: asha })).body
const names = async (filter: Parameters<typeof list>[0] = {}) =>
  (await list(filter)).map(({ member }) => member.name)
const csv = async () => {
  const { body } = await app.call(getMembersFile, {}, { as: asha })
  return Buffer.from(body.base64, 'base64').toString()
}
const soon = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)

describe('the members of a page', () => {
  beforeAll(async () => {
    await aMember('Ben Active', silver)
    await aMember('Cara Ending', gold, { cancelAtPeriodEnd: true })
    await aMember('Dev Grace', silver, { status: 'past_due', accessUntil: soon(-2) })
    await aMember('Eva Paused', silver, { status: 'paused' })
    await aMember('Finn Past', gold, { status: 'canceled', accessUntil: soon(-9) })
    const pending = await aUser(app.db, { name: 'Gus Pending' })
    await aSubscription(app.db, pending.id, silver, { status: 'pending', accessUntil: null })
  })

  test('are those who paid, newest first, each in one state', async () => {
    expect((await list()).map(({ member, state }) => [member.name, state])).toEqual([
      ['Finn Past', 'past'],
      ['Eva Paused', 'paused'],
      ['Dev Grace', 'grace'],
      ['Cara Ending', 'ending'],
      ['Ben Active', 'active'],
    ])
    const { body } = await app.call(getMemberCounts, {}, { as: asha })
    expect(body).toEqual({ active: 1, ending: 1, grace: 1, paused: 1, past: 1 })
  })

  test('are found by state, plan and part of a name, and come in pages', async () => {
    expect(await names({ state: 'grace' })).toEqual(['Dev Grace'])
    expect(await names({ planId: gold.id })).toEqual(['Finn Past', 'Cara Ending'])
    expect(await names({ q: 'END' })).toEqual(['Cara Ending'])
    expect(await names({ q: 'aUs' })).toEqual(['Eva Paused'])
    expect(await names({ q: 'n e', planId: gold.id })).toEqual([])
    expect(await names({ q: 'a e', planId: gold.id })).toEqual(['Cara Ending'])
    // A name is not a pattern.
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ q: 'Car_ End' })).toEqual([])
    const [first] = await list({ limit: 1 })
    expect(await names({ limit: 2, cursor: first?._id ?? '' })).toEqual(['Eva Paused', 'Dev Grace'])
  })

  test('are shown once, with all that they paid, if they came back', async () => {
    const { user } = await aMember('Hana Back', silver, { status: 'canceled', accessUntil: soon(-40) })
    const { id } = await aSubscription(app.db, user.id, gold, { now: soon(0) })
    await aPayment(app.db, { subscriptionId: id, memberId: user.id, plan: gold, amountCents: 1500 })
    const found = await list({ q: 'Hana' })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ plan: { name: 'Gold', price: 15 }, months: 2, total: 20 })
  })

  test('are nobody else’s to see', async () => {
    const [member] = await list()
    const other = await aUser(app.db)
    await aCreator(app.db, other.id)
    const others = await aSession(app.db, app.platform, other.id)
    const input = { m2cSubscriptionId: member?._id ?? '' }
    expect((await app.call(getMember, input, { as: asha })).status).toBe(200)
    expect((await app.call(getMember, input, { as: others })).failure.code).toBe('member_not_found')
    expect((await app.call(endMembership, input, { as: others })).failure.code).toBe('member_not_found')
    expect((await app.call(getMembers, {}, { as: others })).body).toEqual([])
    expect((await app.call(getMembers, {})).status).toBe(401)
  })
})

describe('what members share', () => {
  test('is nothing until they say so, and nothing again when they take it back', async () => {
    const { user, id, session } = await aMember('Ira Open', silver)
    const seen = async () => (await list({ q: 'Ira' })).map(({ email, lastSeen }) => ({ email, lastSeen }))
    expect(await seen()).toEqual([{ email: null, lastSeen: null }])
    expect(await csv()).not.toContain(user.email)

    const share = (email: boolean) =>
      app.call(setSharing, { m2cSubscriptionId: id, email, lastSeen: false }, { as: session })
    await share(true)
    expect(await seen()).toEqual([{ email: user.email, lastSeen: null }])
    expect(await csv()).toContain(user.email)
    expect((await app.call(getSharing, {}, { as: session })).body).toMatchObject([
      { email: true, lastSeen: false },
    ])

    await share(false)
    expect(await seen()).toEqual([{ email: null, lastSeen: null }])
    expect(await csv()).not.toContain(user.email)
  })

  test('is their own to decide', async () => {
    const { id } = await aMember('Jo Closed', silver)
    const input = { m2cSubscriptionId: id, email: true, lastSeen: true }
    expect((await app.call(setSharing, input, { as: asha })).failure.code).toBe('subscription_not_found')
  })

  test('ends when one blocks the other', async () => {
    const { user, id, session } = await aMember('Kim Blocked', silver)
    await app.call(setSharing, { m2cSubscriptionId: id, email: true, lastSeen: true }, { as: session })
    await app.call(blockUser, { userId: user.id }, { as: asha })
    await app.drain()
    expect((await list({ q: 'Kim' }))[0]?.email).toBeNull()
  })

  test('ends with the membership', async () => {
    const { id, session } = await aMember('Lea Left', silver, { status: 'canceled', accessUntil: soon(-1) })
    await app.call(setSharing, { m2cSubscriptionId: id, email: true, lastSeen: true }, { as: session })
    expect((await list({ q: 'Lea' }))[0]).toMatchObject({ state: 'past', email: null })
  })
})

test('a name that a spreadsheet would run is exported as text', async () => {
  await aMember('=HYPERLINK("http://evil")', silver)
  expect(await csv()).toContain(`"'=HYPERLINK(""http://evil"")"`)
})

describe('a creator ends a membership', () => {
  const refunds = (id: string) =>
    many(
      app.db,
      sql<{ cents: number; status: string }>`select r.amount_cents as cents, r.status from refunds r
        join payments p on p.id = r.payment_id where p.subscription_id = ${id}`,
    )

  test('with its period: it is not renewed, access stays, and the member reads why', async () => {
    const { user, id } = await aMember('Mia Ended', gold)
    const answer = await app.call(endMembership, { m2cSubscriptionId: id }, { as: asha })
    expect(answer.status).toBe(200)
    await app.drain()
    expect((await list({ q: 'Mia' }))[0]?.state).toBe('ending')
    expect(await refunds(id)).toEqual([])
    const [mail] = await app.mails(user.email)
    expect(mail?.subject).toContain('Your membership with Asha sings ends on')
    expect(mail?.text).toContain('Asha sings ended your Gold membership')
    // A second click changes nothing, and mails nothing.
    await app.call(endMembership, { m2cSubscriptionId: id }, { as: asha })
    await app.drain()
    expect(await app.mails(user.email)).toHaveLength(1)
  })

  test('and gives the last payment back, if wanted, once', async () => {
    const { id } = await aMember('Nia Refunded', gold)
    const input = { m2cSubscriptionId: id, refund: true }
    expect((await app.call(endMembership, input, { as: asha })).status).toBe(200)
    expect(await refunds(id)).toMatchObject([{ cents: 1500 }])
    expect((await app.call(endMembership, input, { as: asha })).failure.code).toBe('refund_too_large')
    expect(await refunds(id)).toHaveLength(1)
  })

  test('that is paused is over at once', async () => {
    const { id } = await aMember('Oz Paused', gold, { status: 'paused', accessUntil: soon(-1) })
    await app.call(endMembership, { m2cSubscriptionId: id }, { as: asha })
    expect((await list({ q: 'Oz' }))[0]?.state).toBe('past')
    expect((await app.call(endMembership, { m2cSubscriptionId: id }, { as: asha })).failure.code).toBe(
      'not_running',
    )
  })
})
