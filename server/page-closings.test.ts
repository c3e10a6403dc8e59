import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cancelDeletion, requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { getClosing } from '#contract/payouts/closing-routes.ts'
import { requestPayout } from '#contract/payouts/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { endDetailsHold, INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import {
  aPageWithPlans,
  type BillingStory,
  tellBilling,
} from '#server/domains/subscriptions/billing-testing.ts'
import { tellDisputes } from '#server/domains/subscriptions/holds/dispute-testing.ts'
import { settleClosings } from '#server/domains/subscriptions/lifecycle/page-closure.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { auditProblems } from './testing/audited.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let creatorId: string
let tipsy: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

async function beginPage(): Promise<void> {
  const page = await aPageWithPlans(app, { owner: { password: PASSWORD }, page: { pageName: 'Asha sings' } })
  owner = page.owner
  creatorId = page.creator.id
  tipsy = page.tipsy
  await teller.begin()
}

const asOwner = async () => ({ as: await aSession(app.db, app.platform, owner.id) })

async function passDays(days: number): Promise<void> {
  await teller.pass(days * DAY_SECONDS)
  await enqueue(app.db, settleClosings, {})
  await app.drain()
  await teller.sandbox.deliver()
}

/** With what our jobs do each day: the provider is told of an end shortly before it. */
async function passEachDay(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await passDays(1)
}

async function askForDeletion(): Promise<void> {
  expect((await app.call(requestDeletion, { currentPassword: PASSWORD }, await asOwner())).status).toBe(200)
  await app.drain()
}

const closing = async () => (await app.call(getClosing, {}, await asOwner())).body

const refunds = () =>
  many(
    app.db,
    sql<{ cents: number; origin: string }>`select r.amount_cents as cents, r.origin from refunds r
      join payments p on p.id = r.payment_id where p.creator_id = ${creatorId} order by r.id`,
  )

const balanceOf = async (account: string) =>
  (
    await one(
      app.db,
      sql<{ cents: number }>`select coalesce(sum(amount_minor), 0)::bigint as cents from ledger_entries
        where account = ${account} and (creator_id is null or creator_id = ${creatorId})`,
    )
  ).cents

/** The time the newest payment bought, as the provider billed it. */
const newestPeriod = () =>
  one(
    app.db,
    sql<{ cents: number; from: Date; until: Date }>`select amount_cents as cents, period_from as "from",
        period_until as until from payments where creator_id = ${creatorId} order by id desc limit 1`,
  )

describe('a page that was to close, and stays', () => {
  const stay = async () => {
    await app.call(cancelDeletion, {}, await asOwner())
    await app.drain()
    await passDays(0)
  }
  const cancel = (id: string) =>
    app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
  const atProvider = async (id: string) => (await app.platform.razorpay.getSubscription(id)).status

  test('gives its memberships back: each is charged once, when its paid time ends', async () => {
    await beginPage()
    const { id, providerId } = await teller.join(tipsy)
    await passDays(3)
    await askForDeletion()
    await passDays(5)
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await stay()
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    const [mail] = await app.mails(teller.member.email)
    expect(mail?.subject).toBe('Asha sings is back')
    expect(mail?.text).toContain('Your membership continues')
    expect(await atProvider(providerId)).toBe('active')
    await passEachDay(18)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    await passEachDay(10)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
    expect(await refunds()).toEqual([])
    expect(await auditProblems(app)).toEqual([])
  })

  test.each(['before the page was to close', 'meanwhile'])(
    'gives back none that its member cancelled %s',
    async (when) => {
      await beginPage()
      const { id } = await teller.join(tipsy)
      await passDays(3)
      if (when !== 'meanwhile') expect((await cancel(id)).status).toBe(200)
      await askForDeletion()
      if (when === 'meanwhile') expect((await cancel(id)).status).toBe(200)
      await passDays(5)
      await stay()
      expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
      await passEachDay(40)
      await teller.makeDueTransitions()
      expect(await teller.own(id)).toMatchObject({ status: 'canceled' })
      expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    },
  )

  test('charges nobody whose time ended meanwhile', async () => {
    await beginPage()
    const { id, providerId } = await teller.join(tipsy)
    await passEachDay(25)
    await askForDeletion()
    await passEachDay(12)
    await teller.makeDueTransitions()
    await stay()
    expect((await teller.own(id)).status).toBe('canceled')
    await passEachDay(40)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    expect(await atProvider(providerId)).toBe('cancelled')
  })

  test('asks for the card where the agreement had to be ended', async () => {
    await beginPage()
    const { id } = await teller.join(tipsy)
    await passEachDay(22)
    await askForDeletion()
    const { until } = await newestPeriod()
    // The provider is told two days before the end of a period whose card may be Indian.
    while (until.getTime() - app.clock.now().getTime() > 1.5 * DAY_SECONDS * 1000) await passDays(1)
    await stay()
    expect(await teller.own(id)).toMatchObject({ cancelAtPeriodEnd: true, keptBy: 'checkout' })
    await passEachDay(40)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })

  test('gives back again after it was to close twice', async () => {
    await beginPage()
    const { id } = await teller.join(tipsy, 'yearly')
    for (let time = 0; time < 2; time += 1) {
      await askForDeletion()
      await passDays(3)
      expect(await teller.own(id)).toMatchObject({ cancelAtPeriodEnd: true })
      await stay()
      expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    }
  })
})

describe('a closing page', () => {
  test('pays a yearly member back for the remaining time, by the second, and ends access at once', async () => {
    await beginPage()
    const { id } = await teller.join(tipsy, 'yearly')
    await passDays(30)
    const closedAt = app.clock.now()
    await askForDeletion()
    await passDays(13)
    expect(await refunds()).toEqual([])
    await passDays(2)
    const { cents, from, until } = await newestPeriod()
    // $108 for a year: the share of the seconds after the closing, to the nearest cent.
    expect(cents).toBe(10_800)
    const owed =
      (10_800 * (until.getTime() - Math.floor(closedAt.getTime() / 1000) * 1000)) /
      (until.getTime() - from.getTime())
    const [refund, ...others] = await refunds()
    expect(refund?.origin).toBe('rule')
    expect(Math.abs((refund?.cents ?? 0) - owed)).toBeLessThanOrEqual(1)
    expect(refund?.cents).toBeGreaterThan(9800)
    expect(others).toEqual([])
    const own = await teller.own(id)
    expect(own.status).toBe('canceled')
    // Access ends at the moment of the request.
    expect(Date.parse(own.accessUntil ?? '') - closedAt.getTime()).toBeLessThan(5000)
    await passDays(30)
    expect(await refunds()).toHaveLength(1)
  })

  test('tells a member in their language why money comes back', async () => {
    await beginPage()
    await teller.join(tipsy, 'yearly')
    await run(app.db, sql`update users set language = 'pseudo' where id = ${teller.member.id}`)
    await askForDeletion()
    await passDays(15)
    const reasons = await many(
      app.db,
      sql<{ reason: string }>`select r.reason from refunds r join payments p on p.id = r.payment_id
        where p.creator_id = ${creatorId}`,
    )
    expect(reasons.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/⟦Ţĥé þáĝé çļóšéð óñ \d{1,2} [A-Z]/),
    ])
  })

  test('tells its members how much they get back, when, and that they need not do anything', async () => {
    await beginPage()
    await teller.join(tipsy, 'yearly')
    await passDays(30)
    const { returned } = await closing()
    await askForDeletion()
    const [mail] = await app.mails(teller.member.email)
    expect(mail?.subject).toBe('Asha sings has closed their page')
    expect(mail?.text).toContain(`you get $${returned.toFixed(2)} back`)
    expect(mail?.text).toContain('You don’t need to do anything.')
    await passDays(15)
    const [returnMail] = await app.mails(teller.member.email)
    expect(returnMail?.text).toContain('The page closed on')
  })

  test('shows the sum before confirmation, and exactly that goes back', async () => {
    await beginPage()
    await teller.join(tipsy, 'yearly')
    await teller.beginAnother()
    await teller.join(tipsy)
    await passDays(10)
    const shown = await closing()
    expect(shown).toMatchObject({ memberCount: 2, closedSince: null })
    await askForDeletion()
    await passDays(15)
    const cents = (await refunds()).reduce((sum, refund) => sum + refund.cents, 0)
    expect(cents).toBe(Math.round(shown.returned * 100))
    // Basic keeps five per cent, and also returns its share of the refunds.
    expect(Math.abs(shown.fromFees * 20 - shown.returned)).toBeLessThan(0.41)
    expect(Math.round((shown.fromBalance + shown.fromFees) * 100)).toBe(cents)
    expect(Math.round((shown.balance - shown.fromBalance) * 100)).toBe(Math.round(shown.left * 100))
  })

  test('counts time exchanged for another interval by its worth, to the second', async () => {
    await beginPage()
    const gold = await aPlan(app.db, creatorId, { name: 'Gold', priceCents: 500_000 })
    const { id } = await teller.join(gold, 'yearly')
    await passDays(40)
    const wish = { m2cSubscriptionId: id, planId: gold.id, interval: 'monthly', timing: 'now' } as const
    const asMember = { as: teller.session }
    const { body: preview } = await app.call(changes.previewPlanChange, wish, asMember)
    const { quotedAt, chargedNow } = preview
    const order = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, asMember)
    // The shown sum is binding, however long the card takes.
    await teller.pass(25 * 60)
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    await passDays(20)
    const shown = await closing()
    const closedAt = app.clock.now()
    const { worthCents, from, until } = await one(
      app.db,
      sql<{ worthCents: number; from: Date; until: Date }>`select period_worth_cents as "worthCents",
          period_from as "from", period_until as until from subscriptions where id = ${id}`,
    )
    const whole = until.getTime() - from.getTime()
    const left = until.getTime() - Math.floor(closedAt.getTime() / 1000) * 1000
    // $54,000 a year: a second of it is almost a fifth of a cent, and the card took 25 minutes.
    expect(Math.abs(shown.returned * 100 - (worthCents * left) / whole)).toBeLessThanOrEqual(2)
    await askForDeletion()
    const { returned } = await closing()
    await passDays(15)
    expect((await refunds()).map(({ cents }) => cents)).toEqual([Math.round(returned * 100)])
  })

  test('owes once, for the latest closing only, when the deletion was cancelled and requested again', async () => {
    await beginPage()
    const { id } = await teller.join(tipsy, 'yearly')
    await passDays(10)
    await askForDeletion()
    await passDays(5)
    await app.call(cancelDeletion, {}, await asOwner())
    await app.drain()
    await passDays(20)
    expect(await refunds()).toEqual([])
    expect(await teller.own(id)).toMatchObject({ status: 'active' })
    await askForDeletion()
    const { returned } = await closing()
    await passDays(15)
    await passDays(15)
    expect((await refunds()).map(({ cents }) => cents)).toEqual([Math.round(returned * 100)])
  })

  test('keeps the sum owed to members out of the last payout, and pays the rest at once', async () => {
    await beginPage()
    await teller.join(tipsy, 'yearly')
    await passDays(70)
    await app.platform.database.db
      .transaction()
      .execute((db) =>
        changeDetails(db, app.platform, { creatorId, form: INDIAN_BANK, now: app.clock.now() }),
      )
    await endDetailsHold(app.db, creatorId, app.clock.now())
    await askForDeletion()
    const { payable, left, closedSince } = await closing()
    expect(closedSince).not.toBeNull()
    // Two months and a third of twelve are used: less than the threshold, and still theirs.
    expect(payable).toBeLessThan(50)
    expect(payable).toBeGreaterThan(17)
    const { body, status } = await app.call(requestPayout, {}, await asOwner())
    expect([status, body.payout.amount]).toEqual([200, Math.min(payable, left)])
    expect(await app.call(requestPayout, {}, await asOwner())).toMatchObject({ status: 409 })
    await passDays(15)
    expect(await balanceOf('closing_losses')).toBe(0)
  })

  test.each(['won', 'closed', 'lost'] as const)(
    'pays what a dispute held back once the bank has decided: %s',
    async (outcome) => {
      await beginPage()
      await teller.join(tipsy, 'yearly')
      await passDays(30)
      const { returned } = await closing()
      const bank = tellDisputes(app, teller)
      await askForDeletion()
      const id = await bank.dispute()
      await passDays(15)
      expect(await refunds()).toEqual([])
      await bank.decide(id, outcome)
      await passDays(1)
      const owed = [{ origin: 'rule', cents: Math.round(returned * 100) }]
      expect(await refunds()).toEqual(outcome === 'lost' ? [] : owed)
      expect((await auditProblems(app)).filter((problem) => problem.includes('its page closed'))).toEqual([])
    },
  )

  test('that owes more than its creator has goes below zero, and the platform bears the rest', async () => {
    await beginPage()
    await teller.join(tipsy)
    await passDays(8)
    // Everything available was paid out before anyone thought of closing.
    const before = app.clock.now()
    await many(
      app.db,
      sql`with payout as (
          insert into ledger_transactions (id, reference, occurred_at)
          values (${newId(before)}, 'payout:of-before', ${before}) returning id)
        insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
          select id, account, creator::uuid, 'USD', cents from payout cross join (values
            ('creator_balance', ${creatorId}, 900), ('bank', null, -900)) moves (account, creator, cents)
        returning id`,
    )
    const { left } = await closing()
    expect(left).toBeLessThan(0)
    await askForDeletion()
    await passDays(15)
    expect(await balanceOf('closing_losses')).toBe(Math.round(-left * 100))
    expect(await balanceOf('creator_balance')).toBe(0)
  })
})
