import { expect } from 'vitest'

import { requestRefund } from '#contract/payments/refund-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'

import type { TestApp } from './app-on-database.ts'
import { steerSandbox } from './sandbox.ts'

/** The balance of every ledger account, in minor units by account and currency; creators' balances by their id. */
export async function accountsOf(app: TestApp, creatorId: string): Promise<Record<string, number>> {
  const rows = await many(
    app.db,
    sql<{
      name: string
      sum: number
    }>`select e.account || ' ' || e.currency as name, sum(e.amount_minor)::bigint as sum
      from ledger_entries e
      where exists (select from ledger_entries own join ledger_transactions t on t.id = e.transaction_id
        join ledger_transactions o on o.id = own.transaction_id and coalesce(o.takes_back, o.reference) = coalesce(t.takes_back, t.reference)
        where own.creator_id = ${creatorId})
      group by 1 having sum(e.amount_minor) <> 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

export type PayablePage = Awaited<ReturnType<typeof aPayablePage>>

/** A creator on Pro (10 %) with a plan of $9.99, signed in, and a user who wants to join. */
export async function aPayablePage(app: TestApp) {
  const owner = await aUser(app.db, { name: 'Asha Rao' })
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro', pageName: 'Asha Rao' })
  const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 999 })
  const member = await aUser(app.db, { name: 'Ravi Menon' })
  const page = {
    owner,
    creator,
    plan,
    member,
    owners: await aSession(app.db, app.platform, owner.id),
    /** Their sign-in, until a test that passes months gives them another. */
    members: await aSession(app.db, app.platform, member.id),
    /** The member joins and pays $9.99; the webhooks are applied. Returns the payment. */
    async join() {
      await joinAndPay(app.platform, { memberId: member.id, planId: plan.id })
      await steerSandbox(app).deliver()
      return paymentOf(app, member.id)
    },
    /** The member requests a refund. */
    ask: (paymentId: string) =>
      app.call(requestRefund, { paymentId, reason: 'I joined the wrong page' }, { as: page.members }),
    /** The newest payment, as the member sees it. */
    ownPayment: async () => (await app.call(getUserPayments, {}, { as: page.members })).body[0],
  }
  return page
}

/** The newest payment of a member. */
export function paymentOf(app: TestApp, memberId: string) {
  return one(
    app.db,
    sql<{ id: string; providerPaymentId: string; refundedCents: number }>`select id,
        provider_payment_id as "providerPaymentId", refunded_cents as "refundedCents"
      from payments where member_id = ${memberId} order by id desc limit 1`,
  )
}

/** The provider's fees are in rupees and stay with it; they are all that is left of fully refunded charges. */
export async function expectAllReturned(app: TestApp, creatorId: string): Promise<void> {
  const { 'provider_fees INR': fee, ...rest } = await accountsOf(app, creatorId)
  expect(rest).toEqual(fee === undefined ? {} : { 'provider_clearing INR': -fee })
}
