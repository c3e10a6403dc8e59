import { reactivate } from '#contract/subscriptions/change-routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import type { BillingStory } from '../billing-testing.ts'
import { settleHolds } from './holds.ts'

const DAY_SECONDS = 86_400

/** What banks do to the payments of a story's member. */
export function tellDisputes(app: TestApp, teller: BillingStory) {
  const payments = () =>
    many(
      app.db,
      sql<{
        id: string
        providerId: string
        backCents: number
      }>`select id, provider_payment_id as "providerId",
          refunded_cents as "backCents" from payments where member_id = ${teller.member.id} order by id`,
    )
  return {
    payments,
    /** Including the jobs that run every quarter of an hour. */
    async passDays(days: number): Promise<void> {
      await teller.pass(days * DAY_SECONDS)
      await enqueue(app.db, settleHolds, {})
      await app.drain()
    },
    /** The bank disputes a payment: the first one, unless another is named. */
    async dispute(told: Record<string, unknown> = {}, at = 0): Promise<string> {
      const { id } = await teller.sandbox.post(
        `/payments/${(await payments())[at]?.providerId}/dispute`,
        told,
      )
      await teller.sandbox.deliver()
      return String(id)
    },
    async decide(id: string, outcome: 'won' | 'lost' | 'closed'): Promise<void> {
      await teller.sandbox.post(`/disputes/${id}/settle`, { outcome })
      await teller.sandbox.deliver()
    },
    /** Asks the provider for what webhooks did not report. */
    async reconcile(): Promise<void> {
      await app.platform.database.pool.query(`insert into jobs (name) values ('payments.reconcile-disputes')`)
      await app.drain()
    },
    statusAtProvider: async (id: string) => (await app.platform.razorpay.getSubscription(id)).status,
    subjects: async () => (await app.mails(teller.member.email)).map(({ subject }) => subject).toReversed(),
    back: (id: string) => app.call(reactivate, { m2cSubscriptionId: id }, { as: teller.session }),
  }
}
