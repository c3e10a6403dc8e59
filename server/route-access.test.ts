import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { reportItem } from '#contract/enforcement/routes.ts'
import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { aFactor, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aConversation } from '#server/domains/conversations/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aDecision } from '#server/domains/enforcement/testing.ts'
import { aBroadcast, aLiveSession, aQuestion } from '#server/domains/live/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aCollection, aPost } from '#server/domains/posts/testing.ts'
import { aPoll } from '#server/domains/polls/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'

import { inputsOfChannels } from './testing/channel-access.ts'
import { DOOR_CODES } from './testing/door-verdicts.ts'
import { inputsOfConversations } from './testing/conversation-access.ts'
import { inputsOfEnforcement } from './testing/enforcement-access.ts'
import { inputsOfLive } from './testing/live-access.ts'
import { inputsOfPolls } from './testing/poll-access.ts'
import { inputsOfRooms } from './testing/room-access.ts'
import { inputsOfPosts } from './testing/post-access.ts'
import { ROUTE_ACCESS } from './testing/route-access-table.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

const CALLERS = ['signed out', 'a member', 'another creator', 'the owner', 'somebody suspended'] as const

let app: TestApp
/** The callers' sessions, in the order of the table's columns. */
let sessions: (TestSession | undefined)[]
let inputs: Record<string, Record<string, unknown>>

beforeAll(async () => {
  app = await startTestApp()
  const [member, otherCreator, owner, suspended, friend] = await Promise.all(
    Array.from({ length: 5 }, () => aUser(app.db)),
  )
  if (!member || !otherCreator || !owner || !suspended || !friend)
    throw new Error('Five people were asked for')
  const creator = await aCreator(app.db, owner.id, { handle: 'asha' })
  await aCreator(app.db, otherCreator.id, { handle: 'somebody-else' })
  const plan = await aPlan(app.db, creator.id)
  const post = await aPost(app.db, creator.id)
  const openPost = await aPost(app.db, creator.id)
  const { id: commentId } = await aMessage(app.db, openPost.id, friend.id)
  const collection = await aCollection(app.db, creator.id, [post.id])
  const room = await aRoom(app.db, creator.id)
  const liveSession = await aLiveSession(app.db, creator.id, { video: 'browser' })
  const broadcast = await aBroadcast(app.db, liveSession.id)
  const question = await aQuestion(app.db, liveSession.id, friend.id)
  const group = await aConversation(app.db, [owner.id, friend.id, suspended.id])
  const poll = await aPoll(app.db, creator, { postId: openPost.id, secrecy: 'everyone' })
  const friendsPlan = await aPlan(app.db, (await aCreator(app.db, friend.id)).id)
  const subscription = await aSubscription(app.db, owner.id, friendsPlan)
  await run(
    app.db,
    sql`update subscriptions set provider_subscription_id = 'sub_00000000000000' where id = ${subscription.id}`,
  )
  const { id: mediaId } = await aMedium(app.db, owner.id, 'video')
  const { id: fileId } = await aMedium(app.db, owner.id, 'file')
  const { id: spareMediaId } = await aMedium(app.db, owner.id, 'video')
  const payment = await aPayment(app.db, {
    subscriptionId: subscription.id,
    plan: friendsPlan,
    memberId: owner.id,
  })
  const fansSubscription = await aSubscription(app.db, friend.id, plan)
  const earned = await aPayment(app.db, { subscriptionId: fansSubscription.id, plan, memberId: friend.id })
  const { id: refundId } = await one(
    app.db,
    sql<{
      id: string
    }>`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at)
      values (gen_random_uuid(), ${earned.id}, 'requested', 'member', 'Not for me', 999, now()) returning id`,
  )
  const { id: spareSessionId } = await one(
    app.db,
    sql<{
      id: string
    }>`insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
      values (gen_random_uuid(), ${owner.id}, 'spare', 'spare', 'tests', now(), now()) returning id`,
  )
  await aFactor(app, owner.id)
  const { id: factorId } = await one(
    app.db,
    sql<{ id: string }>`select id from second_factors where user_id = ${owner.id}`,
  )
  const feedIds = await many(
    app.db,
    sql<{ id: string }>`insert into private_feeds (id, user_id, creator_id, label, token_hash, created_at)
      select gen_random_uuid(), ${owner.id}, ${creator.id}, 'Phone', decode(hash, 'hex'), now()
      from unnest(array['01', '02']) given (hash) returning id`,
  )
  sessions = [
    undefined,
    ...(await Promise.all(
      [member, otherCreator, owner, suspended].map(({ id }) => aSession(app.db, app.platform, id)),
    )),
  ]
  const { caseId: ownCaseId } = await aDecision(app.db, { concernedId: owner.id, creatorId: creator.id })
  const pageCase = await app.call(
    reportItem,
    { target: { kind: 'message', id: commentId }, reason: 'spam' },
    { as: sessions[1] },
  )
  await run(app.db, sql`update users set status = 'suspended' where id = ${suspended.id}`)
  const page = { pageHandle: 'asha' }
  const wish = { m2cSubscriptionId: subscription.id, planId: friendsPlan.id, interval: 'yearly' }
  inputs = {
    'GET /auth/verify/:token': { token: 'none' },
    'PUT /creator/setup/:pageHandle': { ...page, step: 'shared' },
    'PUT /creator/update/:pageHandle': { ...page, headline: 'Songs' },
    'DELETE /creatorPlan/delete/:pageHandle': page,
    'GET /creator/creatorDetails/:pageHandle': page,
    'GET /creator/about/:pageHandle': page,
    'GET /creatorPlan/getCreatorPlans/:pageHandle': page,
    'GET /post/getPostsByPageHandle/:pageHandle': page,
    'GET /creators/:pageHandle/posts-as': page,
    'GET /post/getPostByAddress/:pageHandle': { ...page, address: post.id },
    'POST /creatorPlan/upsert/:pageHandle': { ...page, name: 'Buzzed', price: 5 },
    'PUT /creatorPlan/update/:pageHandle/:planId': { ...page, planId: plan.id, name: plan.name, price: 9.99 },
    'DELETE /creatorPlan/delete/:pageHandle/:planId': { ...page, planId: plan.id },
    ...inputsOfPosts(post.id, collection.id),
    ...inputsOfChannels(openPost.id, friend.id),
    ...inputsOfRooms(room.id, friend.id),
    ...inputsOfLive(liveSession.id, question.id, broadcast.id),
    ...inputsOfConversations(group.id, friend.id),
    ...inputsOfEnforcement({ userId: friend.id, ownCaseId, pageCaseId: pageCase.body.caseId }),
    ...inputsOfPolls(poll.id, room.id),
    'PUT /creators/:pageHandle/follow': page,
    'POST /user/feeds': { ...page, label: 'Phone' },
    'GET /creator/podcast/:pageHandle': page,
    'PUT /creator/podcast/:pageHandle': { ...page, category: 'music', language: 'hi' },
    'POST /user/feeds/:feedId/reset': { feedId: feedIds[0]?.id },
    'DELETE /user/feeds/:feedId': { feedId: feedIds[1]?.id },
    'DELETE /creators/:pageHandle/follow': page,
    'PUT /creators/:pageHandle/follow/mails': { ...page, isMailed: false },
    'POST /creators/:pageHandle/follow-by-mail': { ...page, email: 'visitor@example.org' },
    'GET /confirm-follow/:token': { token: 'none' },
    'POST /confirm-follow': { token: 'none', name: 'Nobody', password: 'quiet-otter-42-lamps' },
    'PUT /posts/:id/like': { id: post.id },
    'DELETE /posts/:id/like': { id: post.id },
    'PUT /posts/:id/save': { id: post.id },
    'DELETE /posts/:id/save': { id: post.id },
    'GET /posts/marks': { ids: post.id },
    'GET /posts/library': { mark: 'saved' },
    'GET /search': { q: 'songs' },
    'PUT /user/password': { password: 'quiet-otter-42-lamps', confirmPassword: 'quiet-otter-42-lamps' },
    'DELETE /user/sessions/:sessionId': { sessionId: spareSessionId },
    'PUT /user/factors/:factorId': { factorId, label: 'My phone' },
    'DELETE /user/factors/:factorId': { factorId },
    'POST /auth/confirm-email': { token: 'none' },
    'POST /auth/undo-email': { token: 'none' },
    'POST /auth/not-me': { token: 'none' },
    'POST /auth/keep-factors': { token: 'none' },
    'GET /media/:mediaId': { mediaId },
    'PUT /media/:mediaId': { mediaId, alt: 'A stage' },
    'DELETE /media/:mediaId': { mediaId: spareMediaId },
    'PUT /media/:mediaId/captions': { mediaId, language: 'en', label: 'English', vtt: 'none' },
    'DELETE /media/:mediaId/captions/:language': { mediaId, language: 'en' },
    'GET /media/:mediaId/playback': { mediaId },
    'GET /media/:mediaId/download': { mediaId: fileId },
    'POST /media/:mediaId/played': { mediaId },
    'GET /payment/receipt/:paymentId': { paymentId: payment.id },
    'GET /payment/receipt/:paymentId/pdf': { paymentId: payment.id },
    'GET /payout/statement/:month': { month: '2026-01' },
    'GET /payout/statement/:month/:format': { month: '2026-01', format: 'pdf' },
    'PUT /user/billing': { address: '', gstin: '' },
    'POST /refund/request': { paymentId: payment.id, reason: 'Not for me' },
    'POST /refund/decide/:refundId': { refundId, decision: 'decline' },
    'POST /refund/give/:paymentId': { paymentId: earned.id, reason: 'Charged by mistake', amount: 1 },
    'POST /refund/retry/:refundId': { refundId },
    'POST /unsubscribe': { token: 'none' },
    'POST /user/blocks': { userId: friend.id },
    'DELETE /user/blocks/:userId': { userId: friend.id },
    'DELETE /user/muted-channels/:channelId': { channelId: openPost.id },
    'GET /link-preview': { url: 'http://127.0.0.1/' },
    'POST /razorpay/success': { subscriptionId: subscription.id },
    'GET /m2cSubscription/:m2cSubscriptionId': { m2cSubscriptionId: subscription.id },
    'PUT /m2cSubscription/budget': { monthlyBudget: null },
    'POST /m2cSubscription/:m2cSubscriptionId/cancel': { m2cSubscriptionId: subscription.id },
    'POST /m2cSubscription/:m2cSubscriptionId/resume': { m2cSubscriptionId: subscription.id },
    'GET /m2cSubscription/:m2cSubscriptionId/change-preview': wish,
    'POST /m2cSubscription/:m2cSubscriptionId/change': {
      ...wish,
      quotedAt: new Date().toISOString(),
      chargedNow: 0,
    },
    'POST /m2cSubscription/:m2cSubscriptionId/reactivate': { m2cSubscriptionId: subscription.id },
    'POST /m2cSubscription/:m2cSubscriptionId/change-card': { m2cSubscriptionId: subscription.id },
    'GET /analytics/summary': { from: '2026-01-01', to: '2026-01-31' },
    'GET /analytics/movements': { from: '2026-01-01', to: '2026-01-31' },
    'GET /analytics/sources': { from: '2026-01-01', to: '2026-01-31' },
    'GET /analytics/export': { from: '2026-01-01', to: '2026-01-31' },
    'GET /members/:m2cSubscriptionId': { m2cSubscriptionId: fansSubscription.id },
    'POST /members/:m2cSubscriptionId/end': { m2cSubscriptionId: fansSubscription.id },
    'PUT /members/sharing/:m2cSubscriptionId': {
      m2cSubscriptionId: subscription.id,
      email: true,
      lastSeen: false,
    },
    'POST /visits': { pageHandle: 'asha' },
    'POST /visits/plays': { mediaId: '01920000-0000-7000-8000-0000000000aa', hasCompleted: false },
    'POST /m2cSubscription/:m2cSubscriptionId/pause': { m2cSubscriptionId: subscription.id },
  }
})
afterAll(() => app.close())

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}

test('the table has every route, and no other', () => {
  expect(Object.keys(ROUTE_ACCESS).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

/** Calls that end a session or take a page down go last, so that the others still find it. */
const ORDER = ['signed out', 'a member', 'another creator', 'somebody suspended', 'the owner'] as const

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test.each(ORDER)('called by %s', async (caller) => {
    const column = CALLERS.indexOf(caller)
    let session = sessions[column]
    if (name === 'POST /auth/logout' && session && caller !== 'somebody suspended')
      session = await anotherSession(session)
    const answer = await app.call(route, inputs[name] ?? {}, { as: session })
    const expected = ROUTE_ACCESS[name]?.[column]
    const verdict = DOOR_CODES.has(answer.failure.code) ? answer.status : 'ok'
    expect({
      caller,
      verdict,
      status: answer.status >= 500 && answer.status !== 502 ? answer.status : 'fine',
    }).toEqual({ caller, verdict: expected, status: 'fine' })
  })
})

/** Logging out must not sign the caller out of the rest of the table. */
async function anotherSession(session: TestSession): Promise<TestSession> {
  const { body } = await app.call(
    routes.find(({ path }) => path === '/auth/getLoggedInUser') ?? raise('getLoggedInUser is gone'),
    {},
    { as: session },
  )
  const { user } = body as { user: { _id: string } }
  return aSession(app.db, app.platform, user._id)
}

function raise(message: string): never {
  throw new Error(message)
}
