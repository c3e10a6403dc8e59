import * as joining from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { proveLedger } from '#server/domains/ledger/proof.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import type { TestApp } from './app-on-database.ts'
import { steerSandbox } from './sandbox.ts'

/** A creator on Pro (10 %) with a plan of ₹499 and one of $9.99, and a user who wants to join. */
export async function aPageInRupees(app: TestApp) {
  const currentPassword = 'quiet-otter-42-lamps'
  const owner = await aUser(app.db, { name: 'Asha Rao', password: currentPassword })
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro', pageName: 'Asha Rao' })
  const rupees = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 49_900, currency: 'INR' })
  const dollars = await aPlan(app.db, creator.id, { name: 'Drunk', priceCents: 999 })
  const member = await aUser(app.db, { name: 'Ravi Menon' })
  /** Users who stay away for a month are signed out. */
  const members = () => aSession(app.db, app.platform, member.id)
  return {
    owner,
    /** The owner's session, used to close the page. */
    currentPassword,
    creator,
    rupees,
    dollars,
    member,
    members,
    owners: () => aSession(app.db, app.platform, owner.id),
    /** Pays by card, or from this UPI address. */
    async join(planId: string, interval: 'monthly' | 'yearly' = 'monthly', vpa?: string) {
      const as = await members()
      const { body } = await app.call(joining.createRazorpaySubscription, { planId, interval }, { as })
      if (vpa === undefined) await steerSandbox(app).pay(body.subscriptionId)
      else await steerSandbox(app).post('/pay', { subscription_id: body.subscriptionId, vpa })
      await steerSandbox(app).deliver()
      return body.m2cSubscriptionId
    },
  }
}

/** The current findings of the nightly ledger proof. */
export async function nightlyProblems(app: TestApp): Promise<{ problems: string[] }[]> {
  await enqueue(app.db, proveLedger, {})
  await app.drain()
  return many(
    app.db,
    sql<{ problems: string[] }>`select problems from ledger_proofs order by proved_at desc limit 1`,
  )
}
