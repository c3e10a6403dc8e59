import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { refundUpTo } from '#server/domains/payments/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* The database as its owner meets it: the embedded one has no other role. */

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const plan = await aPlan(app.db, (await aCreator(app.db, (await aUser(app.db)).id)).id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const paid = {
    subscriptionId,
    memberId: member.id,
    plan,
    providerFee: { feeMinor: 20, baseAmountMinor: 80_000 },
  }
  const { id: paymentId } = await aPayment(app.db, paid)
  const order = { paymentId, origin: 'operator', amountCents: 300, reason: 'Test', now: new Date() } as const
  await app.platform.database.db.transaction().execute((db) => refundUpTo(db, order))
})
afterAll(() => app.close())

describe('the owner of the database is refused too', () => {
  test.each([
    'update payments set amount_cents = amount_cents + 1, net_cents = net_cents + 1',
    'update payments set fee_cents = fee_cents - 1, net_cents = net_cents + 1',
    "update payments set currency = 'EUR'",
    'update payments set provider_fee_minor = 1',
    'update payments set base_amount_minor = null',
    "update payments set captured_at = captured_at + interval '1 second'",
    "update payments set period_until = period_until + interval '1 day'",
    "update payments set interval = 'yearly'",
    'update payments set carried_cents = 1',
    'delete from payments',
    'truncate payments cascade',
    'truncate overpayments',
    "update refunds set requested_at = requested_at - interval '1 day'",
    "update refunds set decided_at = decided_at - interval '1 day'",
    'update plan_versions set price_cents = price_cents + 1',
    'delete from plan_versions',
    'update platform_plans set fee_basis_points = 0',
    "update creators set created_at = created_at - interval '1 day'",
    'update subscriptions set member_id = (select user_id from creators limit 1)',
    'update refunds set amount_cents = amount_cents - 1, net_cents = net_cents - 1',
    'update refunds set fee_cents = fee_cents + 1, net_cents = net_cents - 1',
    'delete from refunds',
    'update receipt_counters set last_number = last_number + 2',
    'update receipt_counters set last_number = last_number - 1',
    'update receipt_counters set year = year + 1',
    'insert into receipt_counters values (2020, 7)',
    'delete from receipt_counters',
    'truncate receipts cascade',
  ])('%s', async (statement) => {
    await expect(run(app.db, sql.raw(statement))).rejects.toMatchObject({ code: '23001' })
  })

  test.each([
    'update payments set refunded_cents = refunded_cents + 1',
    "update refunds set status = 'failed'",
  ])('at the commit: %s', async (statement) => {
    await expect(run(app.db, sql.raw(statement))).rejects.toMatchObject({ code: '23514' })
  })
})
