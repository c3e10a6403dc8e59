import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCreatorPlans, updatePlan } from '#contract/plans/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let asha: BuiltUser
let creator: CreatorRow
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await teller.begin()
  const page = await aPageWithPlans(app, { page: { pageName: 'Asha Sings' } })
  ;({ owner: asha, creator, tipsy: plan } = page)
})

async function edit(price: number, noticeDays?: number, { isDrained = true } = {}) {
  const answer = await app.call(
    updatePlan,
    {
      pageHandle: creator.handle,
      planId: plan.id,
      name: 'Tipsy',
      price,
      ...(noticeDays !== undefined && { noticeDays }),
    },
    { as: await aSession(app.db, app.platform, asha.id) },
  )
  expect(answer.status).toBe(200)
  if (isDrained) await app.drain()
}

/** Agrees to the offered price, and registers the card for it; answers what was shown. */
async function agree(id: string) {
  const wish = {
    m2cSubscriptionId: id,
    planId: plan.id,
    interval: 'monthly' as const,
    timing: 'period_end' as const,
    newPrice: 'accept' as const,
  }
  const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
  const { quotedAt } = shown.body
  const order = await app.call(
    changes.changePlan,
    { ...wish, quotedAt, chargedNow: 0 },
    { as: teller.session },
  )
  await teller.sandbox.pay(order.body.subscriptionId)
  await teller.sandbox.deliver()
  return shown.body
}

async function row() {
  const [first] = (await app.call(getUserSubscriptions, {}, { as: teller.session })).body
  return first
}

async function subjects(): Promise<string[]> {
  return (await app.mails(teller.member.email)).map(({ subject }) => subject)
}

describe('a new price', () => {
  test('leaves members alone if the creator asks nothing of them', async () => {
    await teller.join(plan)
    await edit(12)
    await teller.pass(32 * DAY_SECONDS)
    expect(await row()).toMatchObject({ newPrice: null, planId: { price: 10 }, status: 'active' })
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  })

  test('is charged from the next period on, once a member accepted it', async () => {
    const { id } = await teller.join(plan)
    await edit(12, 30)
    expect(await subjects()).toContain('Tipsy by Asha Sings has a new price')
    expect((await row())?.newPrice).toMatchObject({ price: 12 })
    const wish = {
      m2cSubscriptionId: id,
      planId: plan.id,
      interval: 'monthly' as const,
      timing: 'period_end' as const,
    }
    const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
    expect(shown.body).toMatchObject({ chargedNow: 0, nextCharge: 12 })
    const order = await app.call(
      changes.changePlan,
      { ...wish, quotedAt: shown.body.quotedAt, chargedNow: 0 },
      { as: teller.session },
    )
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await row()).toMatchObject({ newPrice: null, planId: { price: 10 }, next: { price: 12 } })
    await teller.pass(32 * DAY_SECONDS)
    expect(await row()).toMatchObject({ planId: { price: 12 }, status: 'active' })
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1200 }])
  })

  test('that a member did not accept in time ends the membership with its period, and a mail says so', async () => {
    await teller.join(plan, 'yearly')
    await edit(12, 30)
    await teller.pass(31 * DAY_SECONDS)
    await teller.makeDueTransitions()
    await app.drain()
    expect(await row()).toMatchObject({ cancelAtPeriodEnd: true, planId: { price: 108 } })
    expect((await subjects())[0]).toMatch(/^Your membership with Asha Sings ends on /)
    await teller.pass(340 * DAY_SECONDS)
    const kept = await many(
      app.db,
      sql<{ cents: number }>`select sum(amount_cents - refunded_cents)::integer as cents from payments
        where member_id = ${teller.member.id}`,
    )
    expect(kept).toEqual([{ cents: 10_800 }])
  })

  test('is asked for again when a second edit replaces the first, and only the second is shown and charged', async () => {
    const { id } = await teller.join(plan)
    await edit(12, 30)
    await edit(15, 60)
    const asked = await row()
    expect(asked?.newPrice).toMatchObject({ price: 15 })
    const days = (Date.parse(asked?.newPrice?.acceptBy ?? '') - app.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(60)
    const mail = (await app.mails(teller.member.email)).find(({ subject }) => subject.includes('new price'))
    expect(mail?.text).toContain('$15/month')
    expect(await agree(id)).toMatchObject({ nextCharge: 15 })
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1500 }])
  })

  test('is no longer asked for once an edit without a question replaced it', async () => {
    await teller.join(plan)
    await edit(12, 30)
    await edit(15)
    expect((await row())?.newPrice).toBeNull()
    await teller.pass(31 * DAY_SECONDS)
    await teller.makeDueTransitions()
    expect(await row()).toMatchObject({ cancelAtPeriodEnd: false, planId: { price: 10 } })
  })

  test('is put to members who agreed to the first one too, and until they agree they pay what they agreed to', async () => {
    const { id } = await teller.join(plan)
    await edit(12, 30)
    await agree(id)
    await edit(15, 60)
    expect(await row()).toMatchObject({ next: { price: 12 }, newPrice: { price: 15 } })
    await teller.pass(32 * DAY_SECONDS)
    expect(await row()).toMatchObject({ planId: { price: 12 }, newPrice: { price: 15 } })
    expect(await agree(id)).toMatchObject({ nextCharge: 15 })
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1200 }, { cents: 1500 }])
  })

  test('is the same on the page, in the list, and in the preview, whatever the plan costs others', async () => {
    const { id } = await teller.join(plan)
    await edit(12)
    const onPage = await app.call(getCreatorPlans, { pageHandle: creator.handle }, { as: teller.session })
    expect(onPage.body.find(({ _id }) => _id === plan.id)).toMatchObject({ price: 10, yearlyPrice: 108 })
    expect(await row()).toMatchObject({ planId: { price: 10 } })
    const wish = { m2cSubscriptionId: id, planId: plan.id, interval: 'yearly' as const }
    const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
    expect(shown.body).toMatchObject({ nextCharge: 108 })
  })
})

/** What was paid and not refunded, payment by payment. */
async function centsKept(): Promise<number[]> {
  const rows = await many(
    app.db,
    sql<{ cents: number }>`select amount_cents - refunded_cents as cents from payments
      where member_id = ${teller.member.id} order by id`,
  )
  return rows.map(({ cents }) => cents)
}

describe('a lower price', () => {
  test.each(['success', 'international'])(
    "applies from the next renewal on without the member's doing (card: %s)",
    async (card) => {
      await teller.join(plan, 'monthly', card)
      await edit(8, 30)
      expect(await row()).toMatchObject({ newPrice: null, planId: { price: 10 }, next: { price: 8 } })
      expect(await subjects()).toContain('Tipsy by Asha Sings costs less now')
      expect((await subjects()).filter((subject) => subject.includes('new price'))).toEqual([])
      await teller.pass(32 * DAY_SECONDS)
      await app.drain()
      expect(await row()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, planId: { price: 8 } })
      expect(await centsKept()).toEqual([1000, 800])
      await teller.pass(31 * DAY_SECONDS)
      await app.drain()
      expect(await centsKept()).toEqual([1000, 800, 800])
    },
  )

  test('drops nobody, not even members who were asked to agree to a higher one before', async () => {
    await teller.join(plan, 'yearly')
    await edit(12, 30)
    await edit(9)
    await teller.pass(31 * DAY_SECONDS)
    await teller.makeDueTransitions()
    expect(await row()).toMatchObject({ cancelAtPeriodEnd: false, newPrice: null, next: { price: 97 } })
  })

  test('goes to members who had agreed to a higher one', async () => {
    const { id } = await teller.join(plan)
    await edit(12, 30)
    await agree(id)
    await edit(11)
    expect(await row()).toMatchObject({ planId: { price: 10 }, next: { price: 11 } })
    await teller.pass(32 * DAY_SECONDS)
    await app.drain()
    expect(await centsKept()).toEqual([1000, 1100])
  })

  test.each([
    { to: 9, next: 9, pays: 900, subject: 'Tipsy by Asha Sings costs less now' },
    { to: 10, next: null, pays: 1000, subject: 'Tipsy by Asha Sings keeps its price' },
    { to: 12, next: null, pays: 1000, subject: 'Tipsy by Asha Sings keeps its price' },
  ])('is replaced by another edit before it applies, up to what was agreed: $to', async (edited) => {
    await teller.join(plan)
    await edit(8)
    await edit(edited.to)
    expect((await row())?.next ?? null).toEqual(
      edited.next === null ? null : expect.objectContaining({ price: edited.next }),
    )
    expect((await subjects())[0]).toBe(edited.subject)
    await teller.pass(32 * DAY_SECONDS)
    await app.drain()
    expect(await centsKept()).toEqual([1000, edited.pays])
  })

  test('that was edited twice at once is the last one', async () => {
    await teller.join(plan)
    await edit(6, undefined, { isDrained: false })
    await edit(8)
    expect(await row()).toMatchObject({ next: { price: 8 } })
  })

  test('that is raised again, but not beyond what was agreed, needs no consent', async () => {
    await teller.join(plan)
    await edit(8)
    await edit(9, 30)
    expect(await row()).toMatchObject({ newPrice: null, next: { price: 9 } })
    expect((await subjects()).filter((subject) => subject.includes('new price'))).toEqual([])
  })

  test('replaced by another one is judged by what was agreed for later', async () => {
    const { id } = await teller.join(plan)
    await edit(15, 30)
    await agree(id)
    await edit(11)
    await edit(13)
    expect(await row()).toMatchObject({ planId: { price: 10 }, next: { price: 13 } })
    await edit(20)
    expect(await row()).toMatchObject({ next: { price: 15 } })
  })
})
