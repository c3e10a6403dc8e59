import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { tellDisputes } from './dispute-testing.ts'

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let tipsy: PlanRow
let banks: ReturnType<typeof tellDisputes>

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  banks = tellDisputes(app, teller)
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ owner, tipsy } = await aPageWithPlans(app, { page: { pageName: 'Asha sings' } }))
  await teller.begin()
})

describe('however dispute updates arrive', () => {
  test('twice, shuffled, or only when queried: the outcome is the same', async () => {
    for (const outcome of ['won', 'lost'] as const)
      for (const how of ['twice', 'shuffled', 'asked'] as const) {
        await teller.begin()
        const { id } = await teller.join(tipsy)
        if (how === 'twice') await teller.sandbox.post('/knobs', { duplicateProbability: 1 })
        if (how !== 'twice') await teller.sandbox.post('/knobs', { dropProbability: 1 })
        const disputeId = await banks.dispute()
        if (how === 'asked') {
          await banks.reconcile()
          expect([how, (await teller.own(id)).status]).toEqual([how, 'paused'])
        }
        await banks.decide(disputeId, outcome)
        await teller.sandbox.post('/knobs', { reset: true })
        if (how === 'shuffled') {
          const { items } = (await teller.sandbox.get(`/events?entity=${disputeId}`)) as {
            items: { id: string }[]
          }
          // The last update first; the earlier ones come after it, and then once more.
          for (const { id: event } of [...items.toReversed(), ...items])
            await teller.sandbox.post(`/events/${event}/redeliver`)
          await teller.sandbox.deliver()
        }
        await banks.reconcile()
        await banks.passDays(1)
        expect([outcome, how, (await teller.own(id)).status]).toEqual([
          outcome,
          how,
          outcome === 'won' ? 'active' : 'canceled',
        ])
        expect(
          (await banks.subjects()).filter((subject) => subject.includes('nothing more is charged')).length,
        ).toBe(how === 'shuffled' ? 0 : 1)
      }
  })
})

test('a payment a bank suspects can be refunded by the creator: the bank then takes nothing, and the membership ends', async () => {
  const { id } = await teller.join(tipsy)
  const disputeId = await banks.dispute({ phase: 'fraud' })
  const mails = await app.mails(owner.email)
  expect(mails[0]).toMatchObject({ subject: 'A bank suspects fraud in a payment of $10' })
  expect(mails[0]?.text).toContain('You can refund the payment now, best before')
  const [payment] = await banks.payments()
  const as = await aSession(app.db, app.platform, owner.id)
  const gift = await app.call(giveRefund, { paymentId: payment?.id ?? '', reason: 'Fraud' }, { as })
  expect(gift.body.status).toBe('approved')
  await app.drain()
  await banks.passDays(12)
  expect(await teller.own(id)).toMatchObject({ status: 'canceled' })
  // The bank asks anyway: there is nothing left to take, and its suspicion is over.
  await teller.sandbox.post(`/disputes/${disputeId}/settle`, { outcome: 'closed' })
  await teller.sandbox.deliver()
  const kept = await many(
    app.db,
    sql<{ ended: boolean; disputes: number }>`select f.ended_at is not null as ended,
        (select count(*)::integer from disputes d where d.payment_id = f.payment_id) as disputes
      from fraud_suspicions f where f.payment_id = ${payment?.id ?? ''}`,
  )
  expect(kept).toEqual([{ ended: true, disputes: 0 }])
})
