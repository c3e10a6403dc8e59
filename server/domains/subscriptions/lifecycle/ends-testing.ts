import { blockUser } from '#contract/accounts/block-routes.ts'
import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { deletePlan, updatePlan } from '#contract/plans/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser, type BuiltUser, suspend } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { one, sql } from '#server/platform/db/query.ts'
import type { PaymentSandbox } from '#server/testing/sandbox.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { aPageWithPlans } from '../billing-testing.ts'

/* Every way a membership, or the way into one, comes to an end. Mails about it stay queued. */

const PASSWORD = 'quiet-otter-42-lamps'

/** Where the stories take place. */
export interface Stage {
  app: TestApp
  sandbox: PaymentSandbox
}

/** One membership of a page of its own. */
export interface Story {
  stage: Stage
  member: BuiltUser
  owner: BuiltUser
  creator: CreatorRow
  tipsy: PlanRow
  drunk: PlanRow
  id: string
  providerId: string
}

export type End = (story: Story) => Promise<unknown>

const as = ({ app }: Stage, user: BuiltUser): Promise<TestSession> => aSession(app.db, app.platform, user.id)

const cancel: End = async ({ stage, member, id }) =>
  stage.app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: await as(stage, member) })
const pause: End = async ({ stage, member, id }) =>
  stage.app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: await as(stage, member) })
const deleteAccount = async (stage: Stage, user: BuiltUser) =>
  stage.app.call(requestDeletion, { currentPassword: PASSWORD }, { as: await as(stage, user) })
const leave: End = ({ stage, member }) => deleteAccount(stage, member)
const closePage: End = ({ stage, owner }) => deleteAccount(stage, owner)
const archive: End = async ({ stage, owner, creator, tipsy }) =>
  stage.app.call(deletePlan, { pageHandle: creator.handle, planId: tipsy.id }, { as: await as(stage, owner) })
const block: End = async ({ stage, owner, member }) =>
  stage.app.call(blockUser, { userId: member.id }, { as: await as(stage, owner) })
const suspendOwner: End = ({ stage: { app }, owner }) => suspend(app.db, app.platform, owner.id)

const refundFirst: End = async ({ stage: { app }, id }) => {
  const { paymentId } = await one(
    app.db,
    sql<{ paymentId: string }>`select id as "paymentId" from payments where subscription_id = ${id}`,
  )
  const now = app.platform.clock.now()
  const order = { paymentId, origin: 'operator', amountCents: null, reason: 'As agreed', now } as const
  await app.db.transaction().execute((db) => refundPayment(db, order))
}

/** Changes to another plan, registered while the bank has begun to charge the old one. */
const changePlan: End = async ({ stage, member, id, drunk }) => {
  const session = { as: await as(stage, member) }
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly', timing: 'now' } as const
  const { quotedAt, chargedNow } = (await stage.app.call(changes.previewPlanChange, wish, session)).body
  const order = await stage.app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, session)
  await stage.sandbox.pay(order.body.subscriptionId, 'international')
}

const raisePrice: End = async ({ stage, owner, creator, tipsy }) => {
  const { name, description } = tipsy
  const form = { pageHandle: creator.handle, planId: tipsy.id, name, price: 12, description }
  await stage.app.call(updatePlan, form, { as: await as(stage, owner) })
}

const joinAnother: End = async ({ stage, member, drunk }) => {
  const order = await stage.app.call(
    contract.createRazorpaySubscription,
    { planId: drunk.id },
    { as: await as(stage, member) },
  )
  await stage.sandbox.pay(order.body.subscriptionId, 'international')
}

/** Ways an attempt ends before its money arrives. */
const ENDS_OF_ATTEMPTS: Record<string, End> = {
  'account deleted': leave,
  'page closed': closePage,
  blocked: block,
  'plan archived': archive,
  'another price': raisePrice,
  'page suspended': suspendOwner,
  'another plan joined': joinAnother,
}

/** How it ended, grouped by how a charge still arrives. */
export const ENDS = {
  'debited ahead': {
    'canceled by its member': cancel,
    paused: pause,
    'paused, then canceled': async (story) => {
      await pause(story)
      await cancel(story)
    },
    'refunded whole': refundFirst,
    'account deleted': leave,
    'page closed': closePage,
    blocked: block,
    'plan archived': archive,
    'page suspended': suspendOwner,
    'replaced by a change': changePlan,
  },
  'renewal agreed late': {
    'canceled by its member': cancel,
    'refunded whole': refundFirst,
    'account deleted': leave,
    'page closed': closePage,
    blocked: block,
    'plan archived': archive,
    'page suspended': suspendOwner,
  },
  'first payment agreed late': ENDS_OF_ATTEMPTS,
  'attempt given up, then agreed to': { 'given up': () => Promise.resolve(), ...ENDS_OF_ATTEMPTS },
  'charged two weeks on, as the provider was not told': {
    'account erased': leave,
    'page erased': closePage,
    'page suspended for two weeks': suspendOwner,
  },
} satisfies Record<string, Record<string, End>>

/**
 * Begins a membership that is still to be paid. Deleting an account takes a password, and hashing one takes a while.
 */
export async function beginStory(stage: Stage, end: string): Promise<Story> {
  const { app } = stage
  const isPageLeft = end === 'page closed' || end === 'page erased'
  const isMemberLeft = end === 'account deleted' || end === 'account erased'
  const page = await aPageWithPlans(app, { owner: isPageLeft ? { password: PASSWORD } : {} })
  const member = await aUser(app.db, isMemberLeft ? { password: PASSWORD } : {})
  const { body } = await app.call(
    contract.createRazorpaySubscription,
    { planId: page.tipsy.id },
    { as: await as(stage, member) },
  )
  return { ...page, stage, member, id: body.m2cSubscriptionId, providerId: body.subscriptionId }
}
