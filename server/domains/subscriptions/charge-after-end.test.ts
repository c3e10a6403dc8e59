import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { deletePlan, updatePlan } from '#contract/plans/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser, type BuiltUser, suspend } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPageWithPlans } from './billing-testing.ts'
import { passTime } from './dunning.ts'
import { HEARINGS, tellOf, type UnheardPayment } from './hearing-testing.ts'
import { settleHolds } from './holds.ts'
import { syncSubscription } from './jobs.ts'

/*
 * No charge is kept after an end. Three ways in which one comes all the same: the bank began to debit the card a day and
 * a half before the end and nobody could stop it (`debited ahead`), it agreed late to a renewal that had seemed to fail
 * (`renewal agreed late`), or to a first payment (`first payment agreed late`). Each way to end meets each way to hear.
 */

const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

interface Story {
  member: BuiltUser
  owner: BuiltUser
  creator: CreatorRow
  tipsy: PlanRow
  drunk: PlanRow
  id: string
  providerId: string
}

const as = (user: BuiltUser): Promise<TestSession> => aSession(app.db, app.platform, user.id)

const cancel = async ({ member, id }: Story) =>
  app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: await as(member) })
const pauseIt = async ({ member, id }: Story) =>
  app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: await as(member) })
const deleteAccount = async (user: BuiltUser) =>
  app.call(requestDeletion, { currentPassword: PASSWORD }, { as: await as(user) })
const archive = async ({ owner, creator, tipsy }: Story) =>
  app.call(deletePlan, { pageHandle: creator.handle, planId: tipsy.id }, { as: await as(owner) })
const block = async ({ owner, member }: Story) =>
  app.call(blockUser, { userId: member.id }, { as: await as(owner) })
const suspendOwner = async ({ owner }: Story) => suspend(app.db, app.platform, owner.id)

async function refundFirst({ id }: Story): Promise<void> {
  const { paymentId } = await one(
    app.db,
    sql<{ paymentId: string }>`select id as "paymentId" from payments where subscription_id = ${id}`,
  )
  const now = app.platform.clock.now()
  const order = { paymentId, origin: 'operator', amountCents: null, reason: 'As agreed', now } as const
  await app.db.transaction().execute((db) => refundPayment(db, order))
  await settle()
}

/** The way to another plan, registered while the bank has begun to charge the old one. */
async function changePlan({ member, id, drunk }: Story): Promise<void> {
  const session = { as: await as(member) }
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly', timing: 'now' } as const
  const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, session)).body
  const order = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, session)
  await sandbox.pay(order.body.subscriptionId, 'international')
  await settle()
}

async function raisePrice({ owner, creator, tipsy }: Story): Promise<void> {
  const { name, description } = tipsy
  const form = { pageHandle: creator.handle, planId: tipsy.id, name, price: 12, description }
  await app.call(updatePlan, form, { as: await as(owner) })
}

/** How it ended, and what happens until the money comes. */
const ENDS: Record<
  'debited ahead' | 'renewal agreed late' | 'first payment agreed late',
  Record<string, (story: Story) => Promise<unknown>>
> = {
  'debited ahead': {
    'canceled by its member': cancel,
    paused: pauseIt,
    'paused, then canceled': async (story) => {
      await pauseIt(story)
      await cancel(story)
    },
    'refunded whole': refundFirst,
    'account deleted': ({ member }) => deleteAccount(member),
    'page closed': ({ owner }) => deleteAccount(owner),
    blocked: block,
    'plan archived': archive,
    'page suspended': suspendOwner,
    'replaced by a change': changePlan,
  },
  'renewal agreed late': {
    'canceled by its member': cancel,
    'refunded whole': refundFirst,
    'account deleted': ({ member }) => deleteAccount(member),
    'page closed': ({ owner }) => deleteAccount(owner),
    blocked: block,
    'plan archived': archive,
    'page suspended': suspendOwner,
  },
  'first payment agreed late': {
    'account deleted': ({ member }) => deleteAccount(member),
    'page closed': ({ owner }) => deleteAccount(owner),
    blocked: block,
    'plan archived': archive,
    'another price': raisePrice,
    'page suspended': suspendOwner,
    'another plan joined': async ({ member, drunk }) => {
      const order = await app.call(
        contract.createRazorpaySubscription,
        { planId: drunk.id },
        { as: await as(member) },
      )
      await sandbox.pay(order.body.subscriptionId, 'international')
    },
  },
}

/** Who deletes an account says their password; hashing one takes a while. */
async function begin(name: string): Promise<Story> {
  const page = await aPageWithPlans(app, { owner: name === 'page closed' ? { password: PASSWORD } : {} })
  const member = await aUser(app.db, name === 'account deleted' ? { password: PASSWORD } : {})
  const { body } = await app.call(
    contract.createRazorpaySubscription,
    { planId: page.tipsy.id },
    { as: await as(member) },
  )
  return { ...page, member, id: body.m2cSubscriptionId, providerId: body.subscriptionId }
}

/** Delivers what is told, and lets all regular jobs look. */
async function settle(): Promise<void> {
  await sandbox.deliver()
  await enqueue(app.db, settleHolds, {})
  await enqueue(app.db, passTime, {})
  await app.drain()
}

async function pass(seconds: number): Promise<void> {
  await app.clock.advance(app.db, seconds * 1000)
  await sandbox.post('/clock', { advanceSeconds: seconds })
}

/** To that many seconds before (or after) the paid period of a member ends. */
async function passToEnd({ id }: Story, offsetSeconds: number): Promise<void> {
  const { end } = await standOf(id)
  await pass(Math.floor((end - app.clock.now().getTime()) / 1000) + offsetSeconds)
}

async function standOf(id: string) {
  const { status, accessUntil } = await one(
    app.db,
    sql<{ status: string; accessUntil: Date | null }>`select status, access_until as "accessUntil"
      from subscriptions where id = ${id}`,
  )
  return { status, end: accessUntil?.getTime() ?? 0 }
}

/** Payments of a subscription of the provider that were taken, the newest last. */
async function takenOf(providerId: string): Promise<{ id: string; status: string }[]> {
  const { payments } = (await sandbox.get('/state')) as {
    payments: Record<string, { id: string; status: string; subscriptionId: string; createdAt: number }>
  }
  return Object.values(payments)
    .filter(({ subscriptionId }) => subscriptionId === providerId)
    .toSorted((first, second) => first.createdAt - second.createdAt)
}

/** Ends every story in its own way, and answers the payments that come in after. Nothing of them is told. */
async function chargeAfterEnds(
  kind: keyof typeof ENDS,
): Promise<{ name: string; story: Story; unheard: UnheardPayment }[]> {
  const ends = Object.entries(ENDS[kind])
  const stories: { name: string; story: Story; end: (story: Story) => Promise<unknown> }[] = []
  for (const [name, end] of ends) stories.push({ name, end, story: await begin(name) })
  const card = {
    'debited ahead': 'ahead',
    'renewal agreed late': 'renewal_fails',
    'first payment agreed late': 'declined',
  }[kind]
  for (const { story } of stories) await sandbox.pay(story.providerId, card)
  await settle()
  const first = stories[0]?.story
  if (!first) throw new Error('There is no story')
  if (kind === 'debited ahead') await passToEnd(first, -35 * 3600)
  if (kind === 'renewal agreed late') await passToEnd(first, 3600)
  await settle()
  for (const { story, end } of stories) await end(story)
  await settle()
  await sandbox.post('/knobs', { dropProbability: 1 })
  if (kind === 'debited ahead') await passToEnd(first, 3600)
  const found = []
  for (const { name, story } of stories) {
    const taken = await takenOf(story.providerId)
    const late = kind === 'debited ahead' ? taken.at(-1) : taken.find(({ status }) => status === 'failed')
    if (!late) throw new Error(`${name}: nothing came in`)
    if (kind !== 'debited ahead') await sandbox.post(`/payments/${late.id}/authorize-late`)
    found.push({
      name,
      story,
      unheard: { memberId: story.member.id, paymentId: late.id, subscriptionId: story.providerId },
    })
  }
  await sandbox.post('/knobs', { reset: true })
  await enqueue(app.db, passTime, {})
  await app.drain()
  await tellOfSuccessors(stories.map(({ story }) => story))
  return found
}

/** What took the place of a subscription renews on its own: that is told first, so that it is not mistaken for the rest. */
async function tellOfSuccessors(stories: readonly Story[]): Promise<void> {
  const successors = await many(
    app.db,
    sql<{ id: string }>`select provider_subscription_id as id from subscriptions
      where id = any(${stories.map(({ id }) => id)}::uuid[])
        and provider_subscription_id <> all(${stories.map(({ providerId }) => providerId)}::text[])`,
  )
  for (const { id } of successors) await enqueue(app.db, syncSubscription, { providerSubscriptionId: id })
  await app.drain()
}

function refundsOf(providerPaymentId: string) {
  return many(
    app.db,
    sql<{ cents: number; origin: string }>`select r.amount_cents as cents, r.origin from refunds r
      join payments p on p.id = r.payment_id where p.provider_payment_id = ${providerPaymentId}`,
  )
}

describe.each(Object.keys(ENDS) as (keyof typeof ENDS)[])('a charge after an end, %s', (kind) => {
  test.each(HEARINGS)(
    'and heard of by %s, goes back once and opens nothing',
    async (hearing) => {
      const cases = await chargeAfterEnds(kind)
      const before = new Map<string, Awaited<ReturnType<typeof standOf>>>()
      for (const { name, story } of cases) before.set(name, await standOf(story.id))
      const payments = cases.map(({ unheard }) => unheard)
      await tellOf(app, payments, hearing)
      // Told twice, and found by the other ways as well: it stays one refund.
      await tellOf(app, payments, hearing)
      await tellOf(app, payments, 'asking about the subscription')
      await settle()
      const outcome: Record<string, unknown> = {}
      for (const { name, story, unheard } of cases) {
        const { end } = await standOf(story.id)
        const mails = await app.mails(story.member.email)
        const why = mails.filter(({ text }) => /This payment|The plan, its price/.test(text))
        outcome[name] = {
          refunds: await refundsOf(unheard.paymentId),
          gotLonger: end > (before.get(name)?.end ?? 0),
          isExplained: why.length > 0,
          // That it is on its way is one mail, that it has left another.
          isToldTwice: new Set(why.map(({ subject }) => subject)).size < why.length,
        }
      }
      const expected = {
        refunds: [{ cents: 1000, origin: 'rule' }],
        gotLonger: false,
        isExplained: true,
        isToldTwice: false,
      }
      expect(outcome).toEqual(Object.fromEntries(cases.map(({ name }) => [name, expected])))
    },
    300_000,
  )
})
