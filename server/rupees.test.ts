import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getReceipt, getUserPayments } from '#contract/payments/routes.ts'
import { getClosing } from '#contract/payouts/closing-routes.ts'
import { getBalance, getEarnings, getPayouts, requestPayout } from '#contract/payouts/routes.ts'
import { getStatement, getStatementFile, getStatements } from '#contract/payouts/statement-routes.ts'
import { getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/routes.ts'
import { getBillingOverview, setBudget } from '#contract/subscriptions/billing-overview-routes.ts'
import { changePlan, pauseSubscription, previewPlanChange } from '#contract/subscriptions/change-routes.ts'
import * as joining from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { reconcileSettlements } from '#server/domains/payments/settlements/settlements.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { endDetailsHold, INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { auditProblems } from './testing/audited.ts'
import { aPageInRupees, nightlyProblems } from './testing/page-in-rupees.ts'
import { accountsOf, paymentOf } from './testing/payable-page.ts'
import { readPdfText } from './testing/pdf-text.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
const MONTH_SECONDS = 32 * DAY_SECONDS

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' })
})
afterAll(() => app.close())

const sandbox = () => steerSandbox(app)
const pass = (seconds: number) => moveClocksTogether(app, seconds)

describe('a plan in rupees', () => {
  test('is made, shown and edited in rupees, and stays in them', async () => {
    const page = await aPageInRupees(app)
    const as = await page.owners()
    const pageHandle = page.creator.handle
    const form = { pageHandle, name: 'Gold', price: 4999, currency: 'INR' as const }
    const made = await app.call(upsertPlan, form, { as })
    expect(made.body).toMatchObject({ price: 4999, yearlyPrice: 53_989, currency: 'INR' })
    expect((await app.call(upsertPlan, form, { as })).body._id).toBe(made.body._id)

    const planId = made.body._id
    const edited = await app.call(updatePlan, { ...form, planId, price: 5999 }, { as })
    expect(edited.body).toMatchObject({ price: 5999, currency: 'INR' })
    // Without a currency a plan is in dollars.
    const { currency: _, ...inDollars } = form
    expect(await app.call(updatePlan, { ...inDollars, planId }, { as })).toMatchObject({
      status: 409,
      body: { code: 'plan_currency_fixed' },
    })
    expect(await app.call(upsertPlan, { ...form, name: 'Less', price: 49 }, { as })).toMatchObject({
      status: 422,
      body: { message: 'The price must be at least ₹50', field: 'price' },
    })
    await expect(run(app.db, sql`update plans set currency = 'USD' where id = ${planId}`)).rejects.toThrow(
      'stays as it was written',
    )
    // In order of rank: ₹499 is below $9.99, ₹5,999 above it.
    const shown = await app.call(getCreatorPlans, { pageHandle })
    expect(shown.body.map(({ price, currency }) => [price, currency])).toEqual([
      [499, 'INR'],
      [9.99, 'USD'],
      [5999, 'INR'],
    ])
  })

  test('is joined, renewed, partly refunded and settled in paise, with nothing exchanged', async () => {
    const page = await aPageInRupees(app)
    const id = await page.join(page.rupees.id)
    const payment = await paymentOf(app, page.member.id)
    expect(await accountsOf(app, page.creator.id)).toMatchObject({
      'creator_balance INR': -44_910,
      'platform_fees INR': -4990,
    })
    const receipt = await app.call(getReceipt, { paymentId: payment.id }, { as: await page.members() })
    expect(receipt.body).toMatchObject({ amount: 499, fee: 49.9, net: 449.1, currency: 'INR' })
    expect(receipt.body.providerFee).toMatchObject({ ownCurrency: 'INR' })
    expect(receipt.body.providerFee?.amount).toBe(receipt.body.providerFee?.ownAmount)
    const [welcome] = await app.mails(page.member.email)
    expect(welcome?.text).toContain('₹499/month')
    expect(welcome?.text).not.toContain('$')

    const gift = { paymentId: payment.id, reason: 'A gift', amount: 99.5 }
    await app.call(giveRefund, gift, { as: await page.owners() })
    await app.drain()
    await sandbox().deliver()
    await pass(MONTH_SECONDS)
    const paid = await app.call(getUserPayments, {}, { as: await page.members() })
    expect(paid.body.map(({ amount, refunded, currency }) => [amount, refunded, currency])).toEqual([
      [499, 0, 'INR'],
      [499, 99.5, 'INR'],
    ])
    const own = await app.call(
      joining.getSubscription,
      { m2cSubscriptionId: id },
      { as: await page.members() },
    )
    expect(own.body).toMatchObject({ status: 'active', plan: { price: 499, currency: 'INR' } })

    await pass(12 * DAY_SECONDS)
    await enqueue(app.db, reconcileSettlements, {})
    await app.drain()
    const after = await accountsOf(app, page.creator.id)
    expect(after['exchange INR']).toBeUndefined()
    expect(Object.keys(after).filter((account) => account.endsWith(' USD'))).toEqual([])
    expect(await nightlyProblems(app)).toEqual([{ problems: [] }])
    expect(await auditProblems(app)).toEqual([])
  })
})

test('a creator who earns both has both balances, each paid out and stated separately', async () => {
  const page = await aPageInRupees(app)
  const other = await aUser(app.db)
  await page.join(page.rupees.id, 'yearly')
  const dear = await aPlan(app.db, page.creator.id, { name: 'Dear', priceCents: 10_000 })
  const { body } = await app.call(
    joining.createRazorpaySubscription,
    { planId: dear.id },
    { as: await aSession(app.db, app.platform, other.id) },
  )
  await sandbox().pay(body.subscriptionId)
  const large = await aPlan(app.db, page.creator.id, { name: 'Large', priceCents: 600_000, currency: 'INR' })
  const third = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  const order = await app.call(joining.createRazorpaySubscription, { planId: large.id }, { as: third })
  await sandbox().pay(order.body.subscriptionId)
  await sandbox().deliver()
  await pass(9 * DAY_SECONDS)

  const as = await page.owners()
  const creatorId = page.creator.id
  // The year of ₹5,389 less 10 % is ₹4,850.10, of which eleven months are still to come.
  const year = 485_010
  const month = Math.floor(year / 12)
  const balance = await app.call(getBalance, {}, { as })
  expect(balance.body).toMatchObject({
    available: 90,
    currency: 'USD',
    rupees: {
      available: (540_000 + month) / 100,
      pending: 0,
      reserved: (year - month) / 100,
      currency: 'INR',
    },
  })
  const earnings = await app.call(getEarnings, {}, { as })
  const sumOf = (months: readonly { gross: number }[]) => months.reduce((sum, { gross }) => sum + gross, 0)
  expect([sumOf(earnings.body.months), sumOf(earnings.body.rupees ?? [])]).toEqual([100, 5389 + 6000])

  const now = app.clock.now()
  await app.db
    .transaction()
    .execute((db) => changeDetails(db, app.platform, { creatorId, form: INDIAN_BANK, now }))
  await endDetailsHold(app.db, creatorId, now)
  for (const currency of ['USD', 'INR'] as const) {
    expect((await app.call(requestPayout, { currency }, { as })).status).toBe(200)
    expect((await app.call(requestPayout, { currency }, { as })).status).toBe(409)
  }
  await app.drain()
  const payouts = await app.call(getPayouts, {}, { as })
  expect(payouts.body.map(({ amount, currency, status }) => [amount, currency, status])).toEqual([
    [(540_000 + month) / 100, 'INR', 'sent'],
    [90, 'USD', 'sent'],
  ])
  // Rupees are paid out as they are; dollars at the operator's rate.
  const rails = await many(
    app.db,
    sql<{
      minor: number
    }>`select rail_amount_minor as minor from payouts where creator_id = ${creatorId} order by id`,
  )
  expect(rails.map(({ minor }) => minor)).toEqual([Math.floor(9000 * 83.25), 540_000 + month])

  const months = await app.call(getStatements, {}, { as })
  const thisMonth = now.toISOString().slice(0, 7)
  expect(new Set(months.body.map(({ currency }) => currency))).toEqual(new Set(['USD', 'INR']))
  const statement = await app.call(getStatement, { month: thisMonth, currency: 'INR' }, { as })
  expect(statement.body).toMatchObject({
    currency: 'INR',
    closing: (year - month) / 100,
    reserved: (year - month) / 100,
  })
  const file = { month: thisMonth, format: 'pdf' as const, currency: 'INR' as const }
  const pdf = await app.call(getStatementFile, file, { as })
  expect(pdf.body.fileName).toBe(`cheers-statement-${thisMonth}-INR.pdf`)
  expect(readPdfText(Buffer.from(pdf.body.base64, 'base64'))).toContain('₹')
})

test('closing the page refunds rupees and leaves rupees, separate from the dollars', async () => {
  const page = await aPageInRupees(app)
  await page.join(page.rupees.id, 'yearly')
  const closing = await app.call(getClosing, {}, { as: await page.owners() })
  const { rupees, ...dollars } = closing.body
  expect(dollars).toMatchObject({ memberCount: 1, returned: 0, balance: 0, currency: 'USD' })
  expect(rupees).toMatchObject({ balance: 4850.1, payable: 0 })
  expect(rupees?.returned).toBe((rupees?.fromBalance ?? 0) + (rupees?.fromFees ?? 0))
  expect(rupees?.returned).toBeGreaterThan(5380)
})

test('plans of two currencies are never exchanged for one another', async () => {
  const page = await aPageInRupees(app)
  const m2cSubscriptionId = await page.join(page.rupees.id)
  const wish = { m2cSubscriptionId, planId: page.dollars.id, interval: 'monthly' as const }
  const as = await page.members()
  const refused = { status: 409, body: { code: 'other_currency' } }
  expect(await app.call(previewPlanChange, wish, { as })).toMatchObject(refused)
  const quotedAt = app.clock.now().toISOString()
  expect(await app.call(changePlan, { ...wish, quotedAt, chargedNow: 0 }, { as })).toMatchObject(refused)
  const larger = await aPlan(app.db, page.creator.id, { name: 'Gold', priceCents: 99_900, currency: 'INR' })
  const preview = await app.call(previewPlanChange, { ...wish, planId: larger.id }, { as })
  expect(preview.body).toMatchObject({ kind: 'upgrade', currency: 'INR' })
  expect(preview.body.lines.join(' ')).toMatch(/₹/)
  expect(preview.body.lines.join(' ')).not.toContain('$')

  const joinDollars = () =>
    page
      .members()
      .then((session) =>
        app.call(joining.createRazorpaySubscription, { planId: page.dollars.id }, { as: session }),
      )
  expect(await joinDollars()).toMatchObject({ status: 409, body: { code: 'already_subscribed' } })
  // While paused, it comes back on a plan in rupees, or is cancelled first.
  await app.call(pauseSubscription, { m2cSubscriptionId }, { as })
  expect(await joinDollars()).toMatchObject(refused)
  await app.call(joining.cancelSubscription, { m2cSubscriptionId }, { as })
  await pass(MONTH_SECONDS)
  expect((await joinDollars()).status).toBe(200)
})

test('the budget counts dollars alone, and rupees are shown next to it', async () => {
  const page = await aPageInRupees(app)
  await app.call(setBudget, { monthlyBudget: 5 }, { as: await page.members() })
  await page.join(page.rupees.id)
  const room = await app.call(getBillingOverview, {}, { as: await page.members() })
  expect(room.body).toMatchObject({ monthlyTotal: 0, monthlyRupees: 499, monthlyBudget: 5 })
  expect(room.body.charges[0]).toMatchObject({ amount: 499, currency: 'INR' })
  expect(room.body.years).toMatchObject([{ currency: 'INR', total: 499 }])
})
