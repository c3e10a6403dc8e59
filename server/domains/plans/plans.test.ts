import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { creatorDetails } from '#contract/creators/routes.ts'
import { planMessages as messages } from '#contract/plans/messages.ts'
import { getCreatorPlans, upsertPlan } from '#contract/plans/routes.ts'
import { createSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { planDesk, planForm } from './plan-desk-testing.ts'
import { retirePlan } from './service.ts'
import { aPlan } from './testing.ts'

let app: TestApp
let desk: ReturnType<typeof planDesk>

beforeAll(async () => {
  app = await startTestApp()
  desk = planDesk(app)
})
afterAll(() => app.close())

function versionsOf(planId: string) {
  return many(
    app.db,
    sql<{
      version: number
      priceCents: number
    }>`select version, price_cents as "priceCents" from plan_versions
      where plan_id = ${planId} order by version`,
  )
}

describe('the recommended plan', () => {
  test('is one of the page, and another one takes its place', async () => {
    const { pageHandle, session } = await desk.open()
    const tipsy = await desk.add(pageHandle, session, { isRecommended: true })
    const merry = await desk.add(pageHandle, session, { name: 'Merry', price: 20, isRecommended: 'true' })
    const recommended = async () =>
      (await desk.offered(pageHandle)).filter((plan) => plan.isRecommended).map((plan) => plan.name)
    expect(await recommended()).toEqual(['Merry'])

    // A form that doesn't say leaves it as it is.
    await desk.edit(pageHandle, session, merry.body.id, { name: 'Merry', price: 20 })
    expect(await recommended()).toEqual(['Merry'])

    await desk.edit(pageHandle, session, tipsy.body.id, { isRecommended: true })
    expect(await recommended()).toEqual(['Tipsy'])
    await desk.edit(pageHandle, session, tipsy.body.id, { isRecommended: false })
    expect(await recommended()).toEqual([])
  })

  test('is one only, however many are recommended at once', async () => {
    const { pageHandle, session } = await desk.open()
    const added = []
    for (const name of ['One', 'Two', 'Three', 'Four'])
      added.push((await desk.add(pageHandle, session, { name })).body)
    const answers = await Promise.all(
      added.map(({ id, name }) => desk.edit(pageHandle, session, id, { name, isRecommended: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await desk.offered(pageHandle)).filter((plan) => plan.isRecommended)).toHaveLength(1)
  })
})

describe('the welcome note of a plan', () => {
  const welcomeNote = 'Hello!\nThe rehearsal room is in the pinned post.'

  test('is read by its creator and its members alone', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id, { welcomeNote })
    const { user: member, session: memberSession } = await aSignedInUser(app)
    await aSubscription(app.db, member.id, plan)
    const { session: stranger } = await aSignedInUser(app)
    const readBy = async (as?: typeof stranger) =>
      (await app.call(getCreatorPlans, { pageHandle }, as ? { as } : {})).body[0]?.welcomeNote
    expect(await readBy(session)).toBe(welcomeNote)
    expect(await readBy(memberSession)).toBe(welcomeNote)
    expect(await readBy(stranger)).toBe('')
    expect(await readBy()).toBe('')
  })

  test('has at most 500 characters', async () => {
    const { pageHandle, session } = await desk.open()
    const answer = await desk.add(pageHandle, session, { welcomeNote: 'x'.repeat(501) })
    expect(answer).toMatchObject({ status: 422, body: { field: 'welcomeNote' } })
  })
})

describe('adding a plan', () => {
  test('offers it with its yearly price, lowest price first', async () => {
    const { pageHandle, session } = await desk.open()
    await desk.add(pageHandle, session, { name: ' Merry ', price: '19.99', description: undefined })
    const { body } = await desk.add(pageHandle, session)
    expect(body).toEqual({
      _id: body.id,
      id: body.id,
      yearlyPrice: 107,
      currency: 'USD',
      subscribed: false,
      isRecommended: false,
      welcomeNote: '',
      ...planForm,
    })
    expect(await desk.offered(pageHandle)).toEqual([
      body,
      expect.objectContaining({ name: 'Merry', price: 19.99, yearlyPrice: 215, description: '' }),
    ])
    expect(await versionsOf(body.id)).toEqual([{ version: 1, priceCents: 999 }])
  })

  test('a second time with the same form returns the same plan', async () => {
    const { pageHandle, session } = await desk.open()
    const first = await desk.add(pageHandle, session)
    expect((await desk.add(pageHandle, session)).body).toEqual(first.body)
    expect(await desk.offered(pageHandle)).toHaveLength(1)
  })

  test('by a double click makes one plan, returned to both clicks', async () => {
    const { pageHandle, session } = await desk.open()
    const answers = await Promise.all([1, 2, 3, 4].map(() => desk.add(pageHandle, session)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await desk.offered(pageHandle)).toHaveLength(1)
  })

  test("under another plan's name is refused, whatever its case", async () => {
    const { pageHandle, session } = await desk.open()
    await desk.add(pageHandle, session)
    for (const given of [{ price: 10 }, { name: 'tIPSY' }, { description: 'Another one' }])
      expect(await desk.add(pageHandle, session, given)).toMatchObject({
        status: 409,
        failure: {
          code: 'plan_name_taken',
          field: 'name',
          message: 'You already have a plan with this name.',
        },
      })
    const other = await desk.open()
    expect((await desk.add(other.pageHandle, other.session)).status).toBe(200)
  })

  test('with name and price both wrong is refused with a sentence for each', async () => {
    const { pageHandle, session } = await desk.open()
    expect(await desk.add(pageHandle, session, { name: '', price: 4 })).toMatchObject({
      status: 422,
      failure: {
        message: messages.nameRequired,
        field: 'name',
        fields: { name: messages.nameRequired, price: messages.priceTooLow },
      },
    })
  })

  test.each([
    [{ name: '' }, messages.nameRequired, 'name'],
    [{ name: '   ' }, messages.nameRequired, 'name'],
    [{ name: 'a'.repeat(21) }, 'Use at most 20 characters', 'name'],
    [{ description: 'a'.repeat(201) }, messages.descriptionTooLong, 'description'],
    [{ price: undefined }, messages.priceRequired, 'price'],
    [{ price: null }, messages.priceRequired, 'price'],
    [{ price: '' }, messages.priceRequired, 'price'],
    [{ price: Number.NaN }, messages.priceRequired, 'price'],
    [{ price: 4.99 }, messages.priceTooLow, 'price'],
    [{ price: 10_000.01 }, messages.priceTooHigh, 'price'],
    [{ price: 9.999 }, messages.priceFormat, 'price'],
    [{ price: '1e2' }, messages.priceFormat, 'price'],
    [{ price: -9.99 }, messages.priceFormat, 'price'],
    [{ price: 'nine' }, messages.priceFormat, 'price'],
    [{ price: 1e300 }, messages.priceFormat, 'price'],
  ])('with %j is refused: %s', async (given, message, field) => {
    const { pageHandle, session } = await desk.open()
    expect(await desk.add(pageHandle, session, given)).toMatchObject({
      status: 422,
      failure: { message, field },
    })
    expect(await desk.offered(pageHandle)).toEqual([])
  })

  test.each([
    [5, 54],
    [10_000, 108_000],
    ['5.00', 54],
  ])('may cost $%s', async (price, yearlyPrice) => {
    const { pageHandle, session } = await desk.open()
    expect((await desk.add(pageHandle, session, { price })).body).toMatchObject({
      price: Number(price),
      yearlyPrice,
    })
  })

  test('is for the owner of the page', async () => {
    const { pageHandle } = await desk.open()
    expect((await desk.add(pageHandle, (await desk.open()).session)).status).toBe(403)
    expect((await desk.add(pageHandle, (await aSignedInUser(app)).session)).status).toBe(403)
    expect((await app.call(upsertPlan, { pageHandle, ...planForm })).status).toBe(401)
    expect((await desk.add('no-such-page', (await aSignedInUser(app)).session)).status).toBe(404)
  })
})

describe('editing a plan', () => {
  test('makes a new version for a new price, and none otherwise; members keep their price', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 999 })
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)

    await desk.edit(pageHandle, session, plan.id, { name: 'Tipsier', description: 'Now with stickers' })
    expect(await versionsOf(plan.id)).toHaveLength(1)
    expect((await desk.edit(pageHandle, session, plan.id, { price: 12 })).body).toMatchObject({
      price: 12,
      yearlyPrice: 129,
    })
    expect(await versionsOf(plan.id)).toEqual([
      { version: 1, priceCents: 999 },
      { version: 2, priceCents: 1200 },
    ])
    const [own] = (await app.call(getUserSubscriptions, {}, { as: member.session })).body
    expect(own?.planId).toEqual({
      _id: plan.id,
      name: 'Tipsy',
      price: 9.99,
      currency: 'USD',
      isOffered: true,
    })
    const joining = await aSignedInUser(app)
    const intent = await app.call(createSubscription, { planId: plan.id }, { as: joining.session })
    expect(intent.body.plan.price).toBe(12)
  })

  test('twice at once numbers the versions consecutively', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
    const answers = await Promise.all(
      [11, 12, 13].map((price) => desk.edit(pageHandle, session, plan.id, { price })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await versionsOf(plan.id)).map(({ version }) => version)).toEqual([1, 2, 3, 4])
    const [current] = await desk.offered(pageHandle)
    expect((await versionsOf(plan.id)).at(-1)?.priceCents).toBe(Math.round((current?.price ?? 0) * 100))
  })

  test('works through upsert with the id as well', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id)
    expect((await desk.add(pageHandle, session, { _id: plan.id, price: 20 })).body).toMatchObject({
      id: plan.id,
      price: 20,
    })
    expect(await desk.offered(pageHandle)).toHaveLength(1)
  })

  test('cannot take the name of another plan', async () => {
    const { pageHandle, session, creator } = await desk.open()
    await aPlan(app.db, creator.id, { name: 'Merry' })
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
    expect((await desk.edit(pageHandle, session, plan.id, { name: 'MERRY' })).failure.code).toBe(
      'plan_name_taken',
    )
    expect((await desk.edit(pageHandle, session, plan.id, { name: 'TIPSY' })).body.name).toBe('TIPSY')
  })

  test("leaves other creators' plans alone", async () => {
    const mine = await desk.open()
    const theirs = await desk.open()
    const plan = await aPlan(app.db, theirs.creator.id, { name: 'Theirs', priceCents: 700 })
    const tries = [
      desk.edit(mine.pageHandle, mine.session, plan.id),
      desk.add(mine.pageHandle, mine.session, { _id: plan.id }),
      desk.remove(mine.pageHandle, mine.session, plan.id),
    ]
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
    expect((await desk.edit(theirs.pageHandle, mine.session, plan.id)).status).toBe(403)
    expect((await desk.remove(theirs.pageHandle, mine.session, plan.id)).status).toBe(403)
    expect(await desk.offered(theirs.pageHandle)).toMatchObject([{ name: 'Theirs', price: 7 }])
  })
})

test('a page says from what price it can be joined, in dollars where it has them', async () => {
  const { pageHandle, creator } = await desk.open()
  const from = async () => (await app.call(creatorDetails, { pageHandle })).body.fromPrice
  expect(await from()).toBeNull()
  await aPlan(app.db, creator.id, { priceCents: 20_000, currency: 'INR' })
  expect(await from()).toEqual({ price: 200, currency: 'INR' })
  await aPlan(app.db, creator.id, { priceCents: 1550 })
  const cheapest = await aPlan(app.db, creator.id, { priceCents: 500 })
  expect(await from()).toEqual({ price: 5, currency: 'USD' })
  await retirePlan(app.db, creator.id, cheapest.id, new Date())
  expect(await from()).toEqual({ price: 15.5, currency: 'USD' })
})
