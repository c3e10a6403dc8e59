import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { followPage, unfollowPage } from '#contract/audiences/routes.ts'
import { getBadges, readNotifications } from '#contract/notifications/bell-routes.ts'
import { requestRefund } from '#contract/payments/refund-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import { aSignedInUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { payoutChanged } from '#server/domains/payouts/events.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { noticeDue, subscriptionActivated, subscriptionEnding } from '#server/domains/subscriptions/events.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { type DomainEvent, emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { bellOf, ringsOf } from './testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let owner: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  owner = await aSignedInUser(app)
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
})

/** The page has one post for the plan, and they opened it. */
async function readEverything(memberId: string, planId: string): Promise<void> {
  const post = await aPost(app.db, page.id, { planId })
  await run(
    app.db,
    sql`insert into post_openings (post_id, member_id, opened_at) values (${post.id}, ${memberId}, ${app.clock.now()})`,
  )
}

async function emitIn<Payload>(event: DomainEvent<Payload>, payload: Payload): Promise<void> {
  await app.db.transaction().execute((db) => emit(db, event, payload, app.clock.now()))
  await app.drain()
}

/** An hour always begins anew, so that no test straddles one. */
async function beginAnHour(): Promise<void> {
  const now = app.clock.now().getTime()
  await app.clock.advance(app.db, HOUR_MS - (now % HOUR_MS) + 1000)
}

describe('a creator is told', () => {
  test('of followers, once each, however often they come and go', async () => {
    await beginAnHour()
    const { session } = await aSignedInUser(app, { name: 'Ravi Menon' })
    for (let time = 0; time < 2; time += 1) {
      await app.call(followPage, { pageHandle: page.handle }, { as: session })
      await app.drain()
      await app.call(unfollowPage, { pageHandle: page.handle }, { as: session })
    }
    expect(await bellOf(app, owner.session)).toMatchObject([
      { kind: 'follower', count: 1, path: `/${page.handle}`, actors: [{ name: 'Ravi Menon' }] },
    ])
  })

  test('of refund requests, which wait as a badge until they are decided', async () => {
    const plan = await aPlan(app.db, page.id)
    const member = await aSignedInUser(app, { name: 'Ravi Menon' })
    const now = app.clock.now()
    const { id: subscriptionId } = await aSubscription(app.db, member.user.id, plan, { now })
    const payment = await aPayment(app.db, {
      subscriptionId,
      memberId: member.user.id,
      plan,
      capturedAt: now,
    })
    // Opened so much that it isn't given back without asking.
    await readEverything(member.user.id, plan.id)
    await app.call(requestRefund, { paymentId: payment.id, reason: 'Not for me' }, { as: member.session })
    await app.drain()
    expect(await bellOf(app, owner.session)).toMatchObject([
      { kind: 'refund_requested', path: '/payout', actors: [{ name: 'Ravi Menon' }] },
    ])
    const badges = () => app.call(getBadges, {}, { as: owner.session })
    expect((await badges()).body).toMatchObject({ notifications: 1, refundRequests: 1 })
    expect((await app.call(getBadges, {}, { as: member.session })).body).toMatchObject({ refundRequests: 0 })
    await app.call(readNotifications, { all: true }, { as: owner.session })
    expect((await badges()).body).toMatchObject({ notifications: 0, refundRequests: 1 })
    await run(app.db, sql`update refunds set status = 'declined' where payment_id = ${payment.id}`)
    expect((await badges()).body).toMatchObject({ notifications: 0, refundRequests: 0 })
  })

  test('of members who join, who cancel, and whose renewal failed for good', async () => {
    await beginAnHour()
    const plan = await aPlan(app.db, page.id)
    const people = await Promise.all(
      ['Ravi Menon', 'Meera Das'].map(async (name) => {
        const member = await aSignedInUser(app, { name })
        const accessUntil = new Date(app.clock.now().getTime() + 30 * DAY_MS)
        return { ...member, ...(await aSubscription(app.db, member.user.id, plan, { accessUntil })) }
      }),
    )
    const [ravi, meera] = people
    for (const { id } of people) await emitIn(subscriptionActivated, { subscriptionId: id, paymentId: id })
    expect(await ringsOf(app, owner.session)).toEqual([['member_joined', 2]])
    await app.call(cancelSubscription, { m2cSubscriptionId: ravi?.id ?? '' }, { as: ravi?.session })
    await app.drain()
    await run(app.db, sql`update subscriptions set status = 'paused' where id = ${meera?.id}`)
    await emitIn(noticeDue, { subscriptionId: meera?.id ?? '', kind: 'paused' })
    expect(await ringsOf(app, owner.session)).toEqual([
      ['member_left', 2],
      ['member_joined', 2],
    ])
    expect(await ringsOf(app, meera?.session ?? owner.session)).toEqual([['membership_paused', 1]])
  })

  test('not of a cancellation that was taken back at once', async () => {
    const plan = await aPlan(app.db, page.id)
    const member = await aSignedInUser(app)
    const accessUntil = new Date(app.clock.now().getTime() + 30 * DAY_MS)
    const { id } = await aSubscription(app.db, member.user.id, plan, { accessUntil })
    await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: member.session })
    await run(app.db, sql`update subscriptions set cancel_at_period_end = false where id = ${id}`)
    await app.drain()
    expect(await ringsOf(app, owner.session)).toEqual([])
  })

  test('of payouts that arrived or came back, with their amount', async () => {
    const payoutId = newId(app.clock.now())
    await run(
      app.db,
      sql`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details, details_hint, requested_at)
        values (${payoutId}, ${page.id}, 123456, 'USD', 'paid', 'bank_in', '', '1234', now())`,
    )
    await emitIn(payoutChanged, { payoutId, status: 'paid' })
    await emitIn(payoutChanged, { payoutId, status: 'paid' })
    await emitIn(payoutChanged, { payoutId, status: 'sent' })
    expect(await bellOf(app, owner.session)).toMatchObject([
      { kind: 'payout_paid', amount: '$1,234.56', path: '/payout', count: 1 },
    ])
  })
})

describe('a member is told', () => {
  test('of a renewal that failed, a new price, and a membership that ends, once each', async () => {
    const plan = await aPlan(app.db, page.id)
    const member = await aSignedInUser(app)
    const accessUntil = new Date(app.clock.now().getTime() + 30 * DAY_MS)
    const { id: subscriptionId } = await aSubscription(app.db, member.user.id, plan, { accessUntil })
    for (const kind of ['payment_failed', 'payment_failed', 'price_change', 'recovered'] as const)
      await emitIn(noticeDue, { subscriptionId, kind })
    await emitIn(subscriptionEnding, { subscriptionId, reason: 'plan' })
    expect((await bellOf(app, member.session)).map(({ kind, path }) => [kind, path])).toEqual([
      ['membership_ending', '/subscriptions'],
      ['price_raised', '/subscriptions'],
      ['renewal_failed', '/subscriptions'],
    ])
  })
})

describe('a new post', () => {
  test('rings for those who may read it, and leads to it', async () => {
    const plan = await aPlan(app.db, page.id)
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)
    const follower = await aSignedInUser(app)
    await aFollow(app.db, follower.user.id, page.id)
    await app.call(
      createPost,
      { title: 'For members', content: '<p>A secret verse</p>', planId: plan.id },
      { as: owner.session },
    )
    await app.drain()
    expect(await bellOf(app, member.session)).toMatchObject([
      {
        kind: 'new_post',
        title: 'For members',
        page: { pageName: 'Asha Rao' },
        path: `/${page.handle}/posts/for-members`,
      },
    ])
    expect(JSON.stringify(await bellOf(app, member.session))).not.toContain('secret')
    expect(await bellOf(app, follower.session)).toEqual([])
    expect(await bellOf(app, owner.session)).toEqual([])
  })

  test('that is gone leads to its page, without its title', async () => {
    const follower = await aSignedInUser(app)
    await aFollow(app.db, follower.user.id, page.id)
    const { body } = await app.call(createPost, { title: 'Gone', content: '<p>x</p>' }, { as: owner.session })
    await app.drain()
    await run(app.db, sql`update posts set deleted_at = now() where id = ${body.post._id}`)
    expect(await bellOf(app, follower.session)).toMatchObject([{ title: null, path: `/${page.handle}` }])
  })
})
