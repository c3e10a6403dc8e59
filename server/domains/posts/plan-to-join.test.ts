import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rankOf } from '#contract/plans/pricing.ts'
import { getPostByAddress } from '#contract/posts/routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { maySee, type Step } from '#server/domains/audiences/service.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { retirePlan } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { planOfPostSql } from './access.ts'
import { aPost } from './testing.ts'

/* Which plan a locked post sells: the cheapest that is sold and opens it. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPageWith(prices: readonly number[]) {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plans = []
  for (const priceCents of prices) plans.push(await aPlan(app.db, creator.id, { priceCents }))
  return { creator, plans }
}

async function offered(pageHandle: string, address: string) {
  const { post } = (await app.call(getPostByAddress, { pageHandle, address })).body
  return { plan: post.plan?.name, isOffered: post.plan?.isOffered, hasPlans: post.hasPlans }
}

test('a plan that is no longer sold leaves its posts to the next dearer one', async () => {
  const { creator, plans } = await aPageWith([500, 1000, 2000])
  const [bronze, silver, gold] = plans
  if (!bronze || !silver || !gold) throw new Error('three plans')
  await aPost(app.db, creator.id, { title: 'Stems', planId: silver.id })
  expect(await offered(creator.handle, 'stems')).toMatchObject({ plan: silver.name, isOffered: true })
  await retirePlan(app.db, creator.id, silver.id, app.clock.now())
  expect(await offered(creator.handle, 'stems')).toMatchObject({ plan: gold.name, isOffered: true })
  // A cheaper one doesn't open it: nothing to buy is said plainly.
  await retirePlan(app.db, creator.id, gold.id, app.clock.now())
  expect(await offered(creator.handle, 'stems')).toEqual({
    plan: silver.name,
    isOffered: false,
    hasPlans: true,
  })
})

test('a post for exactly one plan is not sold by a dearer one', async () => {
  const { creator, plans } = await aPageWith([500, 1000])
  const [bronze] = plans
  if (!bronze) throw new Error('two plans')
  await aPost(app.db, creator.id, {
    title: 'Only bronze',
    audience: [{ reach: 'plans', planIds: [bronze.id], isExact: true, fromAt: null, untilAt: null }],
  })
  await retirePlan(app.db, creator.id, bronze.id, app.clock.now())
  expect(await offered(creator.handle, 'only-bronze')).toMatchObject({ plan: bronze.name, isOffered: false })
})

const PRICES = [500, 999, 999, 1000, 1999, 2500]

test('what is sold opens the post, and nothing cheaper does, whichever plans are still sold', async () => {
  const now = app.clock.now()
  const { creator, plans } = await aPageWith(PRICES)
  const audiences = fc.sample(
    fc.array(
      fc.record({
        reach: fc.constantFrom('members' as const, 'plans' as const, 'plans' as const),
        plans: fc.uniqueArray(fc.constantFrom(...plans), { minLength: 1, maxLength: 3 }),
        isExact: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    80,
  )
  for (const [position, steps] of audiences.entries())
    await aPost(app.db, creator.id, {
      html: `<p>${position}</p>`,
      now: new Date(now.getTime() - 1000 + position),
      audience: steps.map(({ reach, plans: named, isExact }) => ({
        reach,
        planIds: reach === 'plans' ? named.map(({ id }) => id) : [],
        isExact,
        fromAt: null,
        untilAt: null,
      })),
    })

  const archived = new Set<string>()
  let unsold = 0
  for (const retired of [null, 1, 3, 5, 0]) {
    const plan = retired === null ? undefined : plans[retired]
    if (plan) {
      await retirePlan(app.db, creator.id, plan.id, now)
      archived.add(plan.id)
    }
    const rows = await many(
      app.db,
      sql<{
        id: string | null
      }>`select pp.id from posts p left join lateral (${planOfPostSql(now, sql<boolean>`true`)}) pp on true
        where p.creator_id = ${creator.id} order by p.id`,
    )
    for (const [position, steps] of audiences.entries()) {
      const rule: Step[] = steps.map((step) => ({ ...step, fromAt: null, untilAt: null }))
      const opening = plans.filter(
        (each) =>
          !archived.has(each.id) &&
          maySee(
            { isOwner: false, isFollower: false, held: [{ ...each, agreedCents: each.priceCents }] },
            rule,
            now,
          ),
      )
      const sold = plans.find(({ id }) => id === rows[position]?.id)
      if (opening.length === 0) {
        unsold += 1
        expect(sold === undefined || archived.has(sold.id)).toBe(true)
        continue
      }
      const cheapest = Math.min(...opening.map(({ priceCents, currency }) => rankOf(priceCents, currency)))
      expect(sold && opening.includes(sold) && rankOf(sold.priceCents, sold.currency)).toBe(cheapest)
    }
  }
  // Both outcomes occurred.
  expect(unsold).toBeGreaterThan(0)
})
