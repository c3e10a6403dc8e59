import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { recordCharge } from '#server/domains/payments/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

export interface PaidPage {
  creatorId: string
  session: TestSession
  /** Answers our id of the payment. */
  pay(amountCents: number, capturedAt: Date, interval: 'monthly' | 'yearly'): Promise<string>
}

/** A page on Pro (10 %), and a way to pay it at any moment. */
export async function aPaidPage(app: TestApp): Promise<PaidPage> {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  return {
    creatorId: creator.id,
    session: await aSession(app.db, app.platform, owner.id),
    async pay(amountCents, capturedAt, interval) {
      const until = new Date(capturedAt)
      if (interval === 'yearly') until.setUTCFullYear(until.getUTCFullYear() + 1)
      else until.setUTCDate(until.getUTCDate() + 30)
      const bought = {
        kind: 'period' as const,
        planVersionId: plan.versionId,
        interval,
        from: capturedAt,
        until,
      }
      const target = {
        subscriptionId,
        memberId: member.id,
        creatorId: creator.id,
        planId: plan.id,
        bought,
      }
      const charge = {
        providerPaymentId: `pay_${newId(capturedAt)}`,
        amountCents,
        currency: 'USD',
        capturedAt,
      }
      const id = await app.platform.database.db
        .transaction()
        .execute((db) => recordCharge(db, target, charge, capturedAt))
      return id ?? ''
    },
  }
}
