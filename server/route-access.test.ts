import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'

import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/*
 * Who may call what, kept by hand: a route that isn't here fails the test. Each call is made on Asha's page, plan,
 * post, or on her own subscription, by a visitor, by a member, by another creator, by Asha, and by a suspended user.
 * `ok` means that the caller was let in: the call then succeeds, or fails for its content. Staff: staff-access.test.ts.
 */
type Verdict = 'ok' | 401 | 403 | 404 | 400
const EVERYBODY = ['ok', 'ok', 'ok', 'ok', 'ok'] as const
const SIGNED_IN = [401, 'ok', 'ok', 'ok', 401] as const
const CREATORS = [401, 403, 'ok', 'ok', 401] as const
const OWNER = [401, 403, 403, 'ok', 401] as const
const STAFF = [401, 403, 403, 403, 401] as const

type Row = readonly [
  signedOut: Verdict,
  member: Verdict,
  otherCreator: Verdict,
  owner: Verdict,
  suspended: Verdict,
]

const TABLE: Record<string, Row> = {
  'POST /auth/login': EVERYBODY,
  'POST /auth/google_auth': EVERYBODY,
  'POST /auth/register': EVERYBODY,
  'POST /auth/sendActivationEmail': EVERYBODY,
  'GET /auth/getLoggedInUser': SIGNED_IN,
  'GET /auth/verify/:token': EVERYBODY,
  'POST /auth/logout': SIGNED_IN,
  'POST /auth/forgot': EVERYBODY,
  'POST /auth/reset': EVERYBODY,
  'PUT /user/update': SIGNED_IN,
  'PUT /user/password': SIGNED_IN,
  'POST /user/password/code': SIGNED_IN,
  'GET /user/sessions': SIGNED_IN,
  'GET /user/export': SIGNED_IN,
  'POST /media/takeout': SIGNED_IN,
  'DELETE /user/sessions/:sessionId': [401, 404, 404, 'ok', 401],
  'DELETE /user/sessions': SIGNED_IN,
  'POST /user/deletion/code': SIGNED_IN,
  'POST /user/deletion': SIGNED_IN,
  'DELETE /user/deletion': SIGNED_IN,
  'PUT /user/adult-pages': SIGNED_IN,
  'GET /user/blocks': SIGNED_IN,
  'POST /user/blocks': SIGNED_IN,
  'DELETE /user/blocks/:userId': SIGNED_IN,
  'POST /staff/people/:userId/suspend': STAFF,
  'POST /staff/people/:userId/reinstate': STAFF,
  'GET /user/notifications': SIGNED_IN,
  'PUT /user/notifications': SIGNED_IN,
  'POST /unsubscribe': EVERYBODY,
  'GET /payment/getUserPayments': SIGNED_IN,
  'GET /payment/receipt/:paymentId': [401, 404, 404, 'ok', 401],
  'GET /payment/receipt/:paymentId/pdf': [401, 404, 404, 'ok', 401],
  'GET /user/billing': SIGNED_IN,
  'PUT /user/billing': SIGNED_IN,
  'POST /refund/request': [401, 404, 404, 'ok', 401],
  'GET /refund/getRefunds': CREATORS,
  'POST /refund/decide/:refundId': [401, 404, 404, 'ok', 401],
  'POST /refund/give/:paymentId': [401, 404, 404, 'ok', 401],
  'POST /refund/retry/:refundId': [401, 404, 404, 'ok', 401],
  'GET /user/getUsersCreatorPage': [401, 404, 'ok', 'ok', 401],
  'GET /cheersPlan/getPlanNames': EVERYBODY,
  'POST /creator/join': SIGNED_IN,
  'GET /creator/getCreators': EVERYBODY,
  'GET /creator/creatorDetails/:pageHandle': EVERYBODY,
  'PUT /creator/update/:pageHandle': OWNER,
  'GET /media/storage': SIGNED_IN,
  'GET /media/:mediaId': [401, 404, 404, 'ok', 401],
  'PUT /media/:mediaId': [401, 404, 404, 'ok', 401],
  'DELETE /media/:mediaId': [401, 404, 404, 'ok', 401],
  'PUT /media/:mediaId/captions': [401, 404, 404, 'ok', 401],
  'DELETE /media/:mediaId/captions/:language': [401, 404, 404, 'ok', 401],
  // It is in no post, so nobody but its owner knows of it.
  'GET /media/:mediaId/playback': [404, 404, 404, 'ok', 404],
  'POST /media/:mediaId/played': [401, 404, 404, 404, 401],
  'GET /creatorPlan/getCreatorPlans/:pageHandle': EVERYBODY,
  'POST /creatorPlan/upsert/:pageHandle': OWNER,
  'PUT /creatorPlan/update/:pageHandle/:planId': OWNER,
  'DELETE /creatorPlan/delete/:pageHandle/:planId': OWNER,
  'DELETE /creatorPlan/delete/:pageHandle': OWNER,
  'GET /post/getPosts': EVERYBODY,
  'GET /post/getPostsByPageHandle/:pageHandle': EVERYBODY,
  'GET /post/getPost/:id': EVERYBODY,
  'POST /post/create': CREATORS,
  'DELETE /post/delete/:id': OWNER,
  'GET /link-preview': SIGNED_IN,
  'POST /m2cSubscription/create': SIGNED_IN,
  'POST /razorpay/createRazorpaySubscription': SIGNED_IN,
  'POST /m2cSubscription/checkout-session': SIGNED_IN,
  'POST /razorpay/success': [401, 404, 404, 'ok', 401],
  'GET /m2cSubscription/getUserSubscriptions': SIGNED_IN,
  'GET /m2cSubscription/getPausedSubscriptions': SIGNED_IN,
  'GET /m2cSubscription/:m2cSubscriptionId': [401, 404, 404, 'ok', 401],
  'GET /m2cSubscription/controlRoom': SIGNED_IN,
  'PUT /m2cSubscription/budget': SIGNED_IN,
  'POST /m2cSubscription/:m2cSubscriptionId/cancel': [401, 404, 404, 'ok', 401],
  'POST /m2cSubscription/:m2cSubscriptionId/resume': [401, 404, 404, 'ok', 401],
  'GET /m2cSubscription/:m2cSubscriptionId/change-preview': [401, 404, 404, 'ok', 401],
  'POST /m2cSubscription/:m2cSubscriptionId/change': [401, 404, 404, 'ok', 401],
  'POST /m2cSubscription/:m2cSubscriptionId/come-back': [401, 404, 404, 'ok', 401],
  'POST /m2cSubscription/:m2cSubscriptionId/change-card': [401, 404, 404, 'ok', 401],
  'POST /m2cSubscription/:m2cSubscriptionId/pause': [401, 404, 404, 'ok', 401],
  'GET /creatorpayments/getCreatorPayments': CREATORS,
  'GET /creatorpayments/getEarnings': CREATORS,
  'GET /creatorpayments/getBalance': CREATORS,
  'GET /payout/closing': CREATORS,
  'GET /payout/details': CREATORS,
  'GET /payout/statements': CREATORS,
  'GET /payout/statement/:month': CREATORS,
  'GET /payout/statement/:month/:format': CREATORS,
  'PUT /payout/details': CREATORS,
  'POST /payout/request': CREATORS,
  'GET /payout/getPayouts': CREATORS,
  // No session opens this door: only the signature does.
  'POST /razorpay/webhook': [400, 400, 400, 400, 400],
}

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
  const friendsPlan = await aPlan(app.db, (await aCreator(app.db, friend.id)).id)
  const subscription = await aSubscription(app.db, owner.id, friendsPlan)
  await run(
    app.db,
    sql`update subscriptions set provider_subscription_id = 'sub_00000000000000' where id = ${subscription.id}`,
  )
  const { id: mediaId } = await aMedium(app.db, owner.id, 'video')
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
  sessions = [
    undefined,
    ...(await Promise.all(
      [member, otherCreator, owner, suspended].map(({ id }) => aSession(app.db, app.platform, id)),
    )),
  ]
  await run(app.db, sql`update users set status = 'suspended' where id = ${suspended.id}`)
  const page = { pageHandle: 'asha' }
  inputs = {
    'GET /auth/verify/:token': { token: 'none' },
    'PUT /creator/update/:pageHandle': { ...page, headline: 'Songs' },
    'DELETE /creatorPlan/delete/:pageHandle': page,
    'GET /creator/creatorDetails/:pageHandle': page,
    'GET /creatorPlan/getCreatorPlans/:pageHandle': page,
    'GET /post/getPostsByPageHandle/:pageHandle': page,
    'POST /creatorPlan/upsert/:pageHandle': { ...page, name: 'Buzzed', price: 5 },
    'PUT /creatorPlan/update/:pageHandle/:planId': { ...page, planId: plan.id, name: plan.name, price: 9.99 },
    'DELETE /creatorPlan/delete/:pageHandle/:planId': { ...page, planId: plan.id },
    'POST /post/create': { content: '<p>Hello</p>' },
    'DELETE /post/delete/:id': { id: post.id },
    'PUT /user/password': { password: 'quiet-otter-42-lamps', confirmPassword: 'quiet-otter-42-lamps' },
    'DELETE /user/sessions/:sessionId': { sessionId: spareSessionId },
    'GET /media/:mediaId': { mediaId },
    'PUT /media/:mediaId': { mediaId, alt: 'A stage' },
    'DELETE /media/:mediaId': { mediaId: spareMediaId },
    'PUT /media/:mediaId/captions': { mediaId, language: 'en', label: 'English', vtt: 'none' },
    'DELETE /media/:mediaId/captions/:language': { mediaId, language: 'en' },
    'GET /media/:mediaId/playback': { mediaId },
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
    'GET /link-preview': { url: 'http://127.0.0.1/' },
    'POST /razorpay/success': { subscriptionId: subscription.id },
    'GET /m2cSubscription/:m2cSubscriptionId': { m2cSubscriptionId: subscription.id },
    'PUT /m2cSubscription/budget': { monthlyBudget: null },
    'POST /m2cSubscription/:m2cSubscriptionId/cancel': { m2cSubscriptionId: subscription.id },
    'POST /m2cSubscription/:m2cSubscriptionId/resume': { m2cSubscriptionId: subscription.id },
    'GET /m2cSubscription/:m2cSubscriptionId/change-preview': {
      m2cSubscriptionId: subscription.id,
      planId: friendsPlan.id,
      interval: 'yearly',
    },
    'POST /m2cSubscription/:m2cSubscriptionId/change': {
      m2cSubscriptionId: subscription.id,
      planId: friendsPlan.id,
      interval: 'yearly',
      quotedAt: new Date().toISOString(),
      chargedNow: 0,
    },
    'POST /m2cSubscription/:m2cSubscriptionId/come-back': { m2cSubscriptionId: subscription.id },
    'POST /m2cSubscription/:m2cSubscriptionId/change-card': { m2cSubscriptionId: subscription.id },
    'POST /m2cSubscription/:m2cSubscriptionId/pause': { m2cSubscriptionId: subscription.id },
  }
})
afterAll(() => app.close())

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}

test('the table has every route, and no other', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

/** Calls that end a session or take a page down go last, so that the others still find it. */
const ORDER = ['signed out', 'a member', 'another creator', 'somebody suspended', 'the owner'] as const

/** Refusals at the door, as opposed to answers about the input. */
const DOOR_CODES = new Set([
  'signed_out',
  'forbidden',
  'subscription_not_found',
  'session_not_found',
  'payment_not_found',
  'medium_not_found',
  'refund_not_found',
  'no_page',
  'webhook_unsigned',
])

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test.each(ORDER)('called by %s', async (caller) => {
    const column = CALLERS.indexOf(caller)
    let session = sessions[column]
    if (name === 'POST /auth/logout' && session && caller !== 'somebody suspended')
      session = await anotherSession(session)
    const answer = await app.call(route, inputs[name] ?? {}, { as: session })
    const expected = TABLE[name]?.[column]
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
