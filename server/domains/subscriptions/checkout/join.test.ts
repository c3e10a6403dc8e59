import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { creatorDetails } from '#contract/creators/routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { listEntries } from '#server/domains/ledger/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let sandbox: PaymentSandbox
let asha: BuiltUser
let ashaSession: TestSession
let creator: CreatorRow
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
  asha = await aUser(app.db, { name: 'Asha Rao' })
  ashaSession = await aSession(app.db, app.platform, asha.id)
  creator = await aCreator(app.db, asha.id, { pageName: 'Asha Sings', platformPlan: 'Pro' })
  plan = await aPlan(app.db, creator.id, {
    name: 'Tipsy',
    priceCents: 999,
    welcomeNote: 'The rehearsal room is in the pinned post.',
  })
  await aPost(app.db, creator.id, { html: '<p>the hidden verse</p>', planId: plan.id })
})
afterAll(() => app.close())

let ravi: BuiltUser
let raviSession: TestSession

beforeEach(async () => {
  ravi = await aUser(app.db, { name: 'Ravi Menon' })
  raviSession = await aSession(app.db, app.platform, ravi.id)
})

async function openCheckout(interval: 'monthly' | 'yearly' = 'monthly') {
  const answer = await app.call(
    contract.createRazorpaySubscription,
    { planId: plan.id, interval },
    { as: raviSession },
  )
  expect(answer.status).toBe(200)
  return answer.body
}

describe('joining a plan', () => {
  test('opens the posts, shows up on both sides, and mails a receipt', async () => {
    const pending = await app.call(contract.createSubscription, { planId: plan.id }, { as: raviSession })
    expect(pending.body).toMatchObject({
      status: 'pending',
      plan: { name: 'Tipsy', price: 9.99 },
      interval: 'monthly',
    })
    const checkout = await openCheckout()
    expect(checkout.m2cSubscriptionId).toBe(pending.body._id)
    expect(checkout.razorpayKey).toBe(app.platform.razorpay.keyId)

    const paid = await sandbox.pay(checkout.subscriptionId)
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: checkout.subscriptionId, ...paid },
      { as: raviSession },
    )
    expect(confirmed.body).toEqual({
      msg: 'Payment successful',
      isPaid: true,
      m2cSubscriptionId: pending.body._id,
      status: 'active',
    })

    const posts = await app.call(getPostsByPageHandle, { pageHandle: creator.handle }, { as: raviSession })
    expect(posts.body[0]).toMatchObject({ locked: false, content: '<p>the hidden verse</p>' })
    const page = await app.call(creatorDetails, { pageHandle: creator.handle }, { as: raviSession })
    expect(page.body).toMatchObject({ isSubscribed: true, isCurrentUser: false })
    expect(page.body.planId).toMatch(/^[0-9a-f-]{36}$/)
    const plans = await app.call(getCreatorPlans, { pageHandle: creator.handle }, { as: raviSession })
    expect(plans.body.map(({ subscribed }) => subscribed)).toEqual([true])
    const own = await app.call(contract.getUserSubscriptions, {}, { as: raviSession })
    expect(own.body).toMatchObject([
      { creatorName: 'Asha Sings', planId: { name: 'Tipsy', price: 9.99 }, tier: 'tipsy', status: 'active' },
    ])
    const payments = await app.call(getCreatorPayments, {}, { as: ashaSession })
    expect(payments.body[0]).toMatchObject({
      userId: { name: 'Ravi Menon' },
      planId: { name: 'Tipsy' },
      amount: 9.99,
      fee: 1,
      net: 8.99,
    })

    await sandbox.deliver()
    const [mail] = await app.mails(ravi.email)
    expect(mail?.subject).toBe('Welcome to Tipsy by Asha Sings: your receipt')
    expect(mail?.text).toContain('A note from Asha Sings:')
    expect(mail?.text).toContain('The rehearsal room is in the pinned post.')
    expect(mail?.text).toContain('$9.99')
    expect(mail?.text).toMatch(/^Receipt: \d{4}-\d{6}$/m)
  })

  test('for a year costs the yearly price and opens a year', async () => {
    const checkout = await openCheckout('yearly')
    await sandbox.pay(checkout.subscriptionId)
    await sandbox.deliver()
    const own = await app.call(
      contract.getSubscription,
      { m2cSubscriptionId: checkout.m2cSubscriptionId },
      { as: raviSession },
    )
    expect(own.body).toMatchObject({ status: 'active', interval: 'yearly', plan: { price: 107 } })
    const days = (Date.parse(own.body.accessUntil ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(363)
    expect(days).toBeLessThan(368)
  })

  test('works by webhook alone, when the browser is closed right after paying', async () => {
    const checkout = await openCheckout()
    const paid = await sandbox.pay(checkout.subscriptionId)
    await sandbox.deliver()
    const own = await app.call(
      contract.getSubscription,
      { m2cSubscriptionId: checkout.m2cSubscriptionId },
      { as: raviSession },
    )
    expect(own.body.status).toBe('active')
    expect(await listEntries(app.db, `charge:${paid.razorpay_payment_id}`)).toEqual([
      { account: 'provider_clearing', creatorId: null, currency: 'USD', amountMinor: 999 },
      { account: 'platform_fees', creatorId: null, currency: 'USD', amountMinor: -100 },
      { account: 'creator_balance', creatorId: creator.id, currency: 'USD', amountMinor: -899 },
    ])
  })

  test('works by asking the provider, when no signature came and no webhook arrived', async () => {
    const checkout = await openCheckout()
    await sandbox.pay(checkout.subscriptionId)
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: checkout.m2cSubscriptionId },
      { as: raviSession },
    )
    expect(confirmed.body.status).toBe('active')
  })

  test('is still waiting while nothing was paid, whatever the browser says', async () => {
    const checkout = await openCheckout()
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: checkout.subscriptionId },
      { as: raviSession },
    )
    expect(confirmed.body).toMatchObject({
      status: 'pending',
      msg: 'We are waiting for the payment to be confirmed.',
    })
    const posts = await app.call(getPostsByPageHandle, { pageHandle: creator.handle }, { as: raviSession })
    expect(posts.body[0]?.locked).toBe(true)
  })

  test('books a payment once, though checkout, webhooks and reconciler all report it at the same time', async () => {
    const checkout = await openCheckout()
    const paid = await sandbox.pay(checkout.subscriptionId)
    await Promise.all([
      ...Array.from({ length: 6 }, () =>
        app.call(
          contract.confirmPayment,
          { subscriptionId: checkout.subscriptionId, ...paid },
          { as: raviSession },
        ),
      ),
      sandbox.deliver(),
    ])
    const payments = await many(
      app.db,
      sql<{ id: string }>`select id from payments where provider_payment_id = ${paid.razorpay_payment_id}`,
    )
    expect(payments).toHaveLength(1)
    expect(await listEntries(app.db, `charge:${paid.razorpay_payment_id}`)).toHaveLength(3)
    await sandbox.deliver()
    expect(await app.mails(ravi.email)).toHaveLength(1)
  })

  test("offers the provider's payment page for checkout by redirect", async () => {
    const session = await app.call(contract.createCheckoutSession, { planId: plan.id }, { as: raviSession })
    const page = await fetch(session.body.approvalUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('9.99')
  })
})

describe('an attempt', () => {
  test('is the same one however often and fast Join is clicked', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => openCheckout()))
    expect(new Set(answers.map(({ subscriptionId }) => subscriptionId)).size).toBe(1)
    const state = await sandbox.get('/state')
    const atProvider = Object.values(
      state['subscriptions'] as Record<string, { notes: Record<string, string> }>,
    )
    const ours = atProvider.filter(({ notes }) =>
      Object.values(notes).includes(answers[0]?.m2cSubscriptionId ?? ''),
    )
    expect(ours).toHaveLength(1)
  })

  test('gives way to another interval, and can then no longer be paid', async () => {
    const monthly = await openCheckout('monthly')
    const yearly = await openCheckout('yearly')
    expect(yearly.m2cSubscriptionId).not.toBe(monthly.m2cSubscriptionId)
    await app.drain()
    await expect(sandbox.pay(monthly.subscriptionId)).rejects.toThrow()
    await sandbox.pay(yearly.subscriptionId)
  })

  test('is refused to members, to the owner, and for plans that are not there', async () => {
    const checkout = await openCheckout()
    await sandbox.pay(checkout.subscriptionId)
    await sandbox.deliver()
    const again = await app.call(contract.createSubscription, { planId: plan.id }, { as: raviSession })
    expect(again).toMatchObject({ status: 409, failure: { code: 'already_subscribed' } })
    const own = await app.call(contract.createSubscription, { planId: plan.id }, { as: ashaSession })
    expect(own).toMatchObject({ status: 409, failure: { code: 'own_page' } })
    const unknown = await app.call(contract.createSubscription, { planId: creator.id }, { as: raviSession })
    expect(unknown).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
  })
})
