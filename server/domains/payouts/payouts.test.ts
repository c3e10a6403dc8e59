import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dollarsFromCents } from '#contract/money.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getBalance, getEarnings } from '#contract/payouts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { recordCharge } from '#server/domains/payments/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { getBalanceAt, listEarningsUntil } from './service.ts'

const NOW = new Date('2026-03-31T12:00:00.000Z')
const DAY_MS = 86_400_000
const NOTHING_RESERVED = { reservedMinor: 0, reservedUntil: null }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return app.platform.database.db.transaction().execute(work)
}

/** A page on Pro (10 %), and a way to pay it at any moment. */
async function aPaidPage(): Promise<{
  creatorId: string
  session: TestSession
  pay: (amountCents: number, capturedAt: Date) => Promise<void>
}> {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db, { name: 'Meera Das' })
  const subscription = await aSubscription(app.db, member.id, plan)
  const target = {
    subscriptionId: subscription.id,
    memberId: member.id,
    creatorId: creator.id,
    planId: plan.id,
    bought: {
      kind: 'period' as const,
      planVersionId: plan.versionId,
      interval: 'monthly' as const,
      from: new Date(0),
      until: new Date(0),
    },
  }
  return {
    creatorId: creator.id,
    session: await aSession(app.db, app.platform, owner.id),
    async pay(amountCents, capturedAt) {
      const charge = {
        providerPaymentId: `pay_${newId(capturedAt)}`,
        amountCents,
        currency: 'USD',
        capturedAt,
      }
      await inTransaction((db) => recordCharge(db, target, charge, capturedAt))
    },
  }
}

function before(ms: number): Date {
  return new Date(NOW.getTime() - ms)
}

describe('the balance', () => {
  test('holds a payment back until it is seven days old, to the millisecond', async () => {
    const page = await aPaidPage()
    await page.pay(999, NOW)
    const balanceAfter = (ms: number) => getBalanceAt(app.db, page.creatorId, new Date(NOW.getTime() + ms))
    expect(await balanceAfter(0)).toMatchObject({ availableMinor: 0, pendingMinor: 899 })
    expect(await balanceAfter(7 * DAY_MS - 1)).toMatchObject({ availableMinor: 0, pendingMinor: 899 })
    expect(await balanceAfter(7 * DAY_MS)).toMatchObject({ availableMinor: 899, pendingMinor: 0 })
    expect(await balanceAfter(7 * DAY_MS + 1)).toMatchObject({ availableMinor: 899, pendingMinor: 0 })
  })

  test('is what is left after the fee, computed for each payment separately', async () => {
    const page = await aPaidPage()
    for (const amountCents of [999, 505, 505, 10_700]) await page.pay(amountCents, before(30 * DAY_MS))
    // 10 % of $5.05 is 50.5 cents, rounded to 51, twice.
    expect(await getBalanceAt(app.db, page.creatorId, NOW)).toEqual({
      ...NOTHING_RESERVED,
      availableMinor: 899 + 454 + 454 + 9630,
      pendingMinor: 0,
    })
  })

  test('is lowered at once by any deduction, even while the payment is pending', async () => {
    const page = await aPaidPage()
    await page.pay(999, before(DAY_MS))
    await inTransaction(async (db) => {
      const id = newId(NOW)
      await run(
        db,
        sql`insert into ledger_transactions (id, reference, occurred_at) values (${id}, ${`refund:${id}`}, ${NOW})`,
      )
      await run(
        db,
        sql`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
          (${id}, 'creator_balance', ${page.creatorId}, 'USD', 899), (${id}, 'provider_clearing', null, 'USD', -899)`,
      )
    })
    expect(await getBalanceAt(app.db, page.creatorId, NOW)).toEqual({
      ...NOTHING_RESERVED,
      availableMinor: -899,
      pendingMinor: 899,
    })
  })

  test('shows creators their own page only', async () => {
    const [page, other] = [await aPaidPage(), await aPaidPage()]
    const now = app.clock.now()
    await page.pay(999, now)
    await other.pay(10_000, now)
    await other.pay(10_000, new Date(now.getTime() - 8 * DAY_MS))
    expect((await app.call(getBalance, {}, { as: page.session })).body).toEqual({
      available: 0,
      pending: 8.99,
      reserved: 0,
      reservedUntil: null,
      currency: 'USD',
      rupees: null,
    })
    expect((await app.call(getBalance, {}, { as: other.session })).body).toEqual({
      available: 90,
      pending: 90,
      reserved: 0,
      reservedUntil: null,
      currency: 'USD',
      rupees: null,
    })
  })

  test('of a page that was never paid is zero', async () => {
    const page = await aPaidPage()
    const { body } = await app.call(getBalance, {}, { as: page.session })
    expect(body).toEqual({
      available: 0,
      pending: 0,
      reserved: 0,
      reservedUntil: null,
      currency: 'USD',
      rupees: null,
    })
    expect(Object.is(body.available, -0)).toBe(false)
  })
})

describe('earnings by month', () => {
  test('are twelve months in UTC, oldest first, quiet ones included', async () => {
    const page = await aPaidPage()
    const months = await listEarningsUntil(app.db, page.creatorId, NOW)
    expect(months.map(({ month }) => month)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
      ...['01', '02', '03'].map((month) => `2026-${month}`),
    ])
    expect(months.every(({ grossCents, feeCents, netCents }) => grossCents + feeCents + netCents === 0)).toBe(
      true,
    )
  })

  test('begin and end at midnight in UTC', async () => {
    const page = await aPaidPage()
    await page.pay(500, new Date('2025-03-31T23:59:59.999Z'))
    await page.pay(600, new Date('2025-04-01T00:00:00.000Z'))
    await page.pay(700, new Date('2026-02-28T23:59:59.999Z'))
    await page.pay(800, new Date('2026-03-01T00:00:00.000Z'))
    const months = await listEarningsUntil(app.db, page.creatorId, NOW)
    expect(months.filter(({ grossCents }) => grossCents > 0)).toEqual([
      { month: '2025-04', grossCents: 600, feeCents: 60, netCents: 540 },
      { month: '2026-02', grossCents: 700, feeCents: 70, netCents: 630 },
      { month: '2026-03', grossCents: 800, feeCents: 80, netCents: 720 },
    ])
  })

  test('sum to the payments, fee and net to the gross, to the cent', async () => {
    const [page, other] = [await aPaidPage(), await aPaidPage()]
    const now = app.clock.now()
    for (const amountCents of [505, 999, 1337, 10_701]) await page.pay(amountCents, now)
    await other.pay(5000, now)
    const { body } = await app.call(getEarnings, {}, { as: page.session })
    const payments = (await app.call(getCreatorPayments, {}, { as: page.session })).body
    const cents = (of: (row: { gross: number; fee: number; net: number }) => number) =>
      body.months.reduce((sum, month) => sum + Math.round(of(month) * 100), 0)
    expect(cents(({ gross }) => gross)).toBe(505 + 999 + 1337 + 10_701)
    expect(cents(({ fee }) => fee) + cents(({ net }) => net)).toBe(cents(({ gross }) => gross))
    expect(cents(({ fee }) => fee)).toBe(payments.reduce((sum, { fee }) => sum + Math.round(fee * 100), 0))
    expect(payments.every(({ percentCharge }) => percentCharge === 10)).toBe(true)
    expect(body.currency).toBe('USD')
    expect(body.months.at(-1)?.gross).toBe(dollarsFromCents(505 + 999 + 1337 + 10_701))
  })
})

test('a user without a page is refused both', async () => {
  const session = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  for (const route of [getBalance, getEarnings]) {
    const { status, failure } = await app.call(route, {}, { as: session })
    expect([status, failure.code]).toEqual([403, 'forbidden'])
  }
})
