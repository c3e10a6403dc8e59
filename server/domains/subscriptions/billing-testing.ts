import type { OutputOf } from '#contract/http/route.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { makeDueTransitions } from './lifecycle/due-transitions.ts'

/** One member's life with the payment provider, told step by step by a test. */
export interface BillingStory {
  sandbox: PaymentSandbox
  member: BuiltUser
  session: TestSession
  /** A new member, and a provider without tricks that charges nobody of earlier stories. */
  begin(): Promise<void>
  /** Another new member, beside those of this story. */
  beginAnother(): Promise<void>
  /** Moves our clock and the provider's, with everything that happens on the way. */
  pass(seconds: number): Promise<void>
  /** Joins a plan and pays for it. */
  join(
    plan: PlanRow,
    interval?: 'monthly' | 'yearly',
    card?: string,
  ): Promise<{ id: string; providerId: string }>
  /** Changes the plan at the price shown, and pays what that costs. Answers the provider's new subscription. */
  change(wish: { m2cSubscriptionId: string; planId: string; interval: 'monthly' | 'yearly' }): Promise<string>
  own(id: string): Promise<OutputOf<typeof contract.getSubscription>>
  /** What the member was charged, in order. */
  amountsPaid(): Promise<{ cents: number }[]>
  /** What goes back to the member, in order. */
  refunds(): Promise<{ cents: number; reason: string }[]>
  /** Runs what time alone brings about, as the job does every quarter of an hour. */
  makeDueTransitions(): Promise<void>
}

/** A page with a plan of $10 and a dearer one of $25. */
export async function aPageWithPlans(
  app: TestApp,
  given: { owner?: Parameters<typeof aUser>[1]; page?: Parameters<typeof aCreator>[2] } = {},
): Promise<{ owner: BuiltUser; creator: CreatorRow; tipsy: PlanRow; drunk: PlanRow }> {
  const owner = await aUser(app.db, given.owner)
  const creator = await aCreator(app.db, owner.id, given.page)
  return {
    owner,
    creator,
    tipsy: await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 1000 }),
    drunk: await aPlan(app.db, creator.id, { name: 'Drunk', priceCents: 2500 }),
  }
}

/** Begins the story of a member of this app. */
export function tellBilling(app: TestApp): BillingStory {
  const sandbox = steerSandbox(app)
  const story: BillingStory = {
    sandbox,
    member: { id: '', name: '', username: '', email: '' },
    session: { token: '', cookie: '' },
    async begin() {
      await sandbox.post('/knobs', { reset: true })
      await sandbox.endAll()
      await story.beginAnother()
    },
    async beginAnother() {
      story.member = await aUser(app.db)
      story.session = await aSession(app.db, app.platform, story.member.id)
    },
    async pass(seconds) {
      await moveClocksTogether(app, seconds)
      // After a month away, the member is signed out.
      story.session = await aSession(app.db, app.platform, story.member.id)
    },
    async join(plan, interval = 'monthly', card = 'success') {
      const order = await app.call(
        contract.createRazorpaySubscription,
        { planId: plan.id, interval },
        { as: story.session },
      )
      await sandbox.pay(order.body.subscriptionId, card)
      await sandbox.deliver()
      return { id: order.body.m2cSubscriptionId, providerId: order.body.subscriptionId }
    },
    async change(wish) {
      const { body } = await app.call(changes.previewPlanChange, wish, { as: story.session })
      const { timing, quotedAt, chargedNow } = body
      const order = await app.call(
        changes.changePlan,
        { ...wish, timing, quotedAt, chargedNow },
        { as: story.session },
      )
      await sandbox.pay(order.body.subscriptionId)
      await sandbox.deliver()
      return order.body.subscriptionId
    },
    own: async (id) =>
      (await app.call(contract.getSubscription, { m2cSubscriptionId: id }, { as: story.session })).body,
    amountsPaid: () =>
      many(
        app.db,
        sql<{ cents: number }>`select amount_cents as cents from payments
          where member_id = ${story.member.id} order by id`,
      ),
    refunds: () =>
      many(
        app.db,
        sql<{ cents: number; reason: string }>`select r.amount_cents as cents, r.reason from refunds r
          join payments p on p.id = r.payment_id where p.member_id = ${story.member.id} order by r.id`,
      ),
    async makeDueTransitions() {
      await enqueue(app.db, makeDueTransitions, {})
      await app.drain()
    },
  }
  return story
}
