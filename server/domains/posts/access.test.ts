import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { subscriptionStatus, type SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { editPlan, type HeldPlan, type PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { hasAccess } from '#server/domains/subscriptions/service.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { canReadPost, canReadPostSql, heldPlansSql } from './access.ts'
import { listPostsOfCreator } from './queries.ts'
import { aPost } from './testing.ts'

const DAY_MS = 86_400_000
const LIVE: ReadonlySet<SubscriptionStatus> = new Set(['pending', 'active', 'past_due', 'paused'])

const silver: HeldPlan = { id: 'silver', priceCents: 999, agreedCents: 999, currency: 'USD' }
const gold: HeldPlan = { id: 'gold', priceCents: 1999, agreedCents: 1999, currency: 'USD' }
const alsoSilver: HeldPlan = { id: 'also-silver', priceCents: 999, agreedCents: 999, currency: 'USD' }
const owner = { id: 'owner' }
const reader = { id: 'reader' }

describe('a post', () => {
  test('that is free is for everyone', () => {
    for (const viewer of [null, reader, owner])
      expect(canReadPost(viewer, { ownerId: 'owner', plan: null }, [])).toBe(true)
  })

  test('for members is for members of its plan or a higher-priced one, and for its creator', () => {
    const post = { ownerId: 'owner', plan: silver }
    expect(canReadPost(null, post, [])).toBe(false)
    expect(canReadPost(reader, post, [])).toBe(false)
    expect(canReadPost(reader, post, [silver])).toBe(true)
    expect(canReadPost(reader, post, [gold])).toBe(true)
    expect(canReadPost(reader, post, [alsoSilver])).toBe(false)
    expect(canReadPost(reader, { ...post, plan: gold }, [silver, alsoSilver])).toBe(false)
    expect(canReadPost(owner, post, [])).toBe(true)
  })

  test('stays open to members who pay more than its plan costs, though their own plan costs less now', () => {
    const post = { ownerId: 'owner', plan: silver }
    expect(canReadPost(reader, post, [{ ...gold, priceCents: 500 }])).toBe(true)
    expect(canReadPost(reader, post, [{ ...gold, priceCents: 500, agreedCents: 500 }])).toBe(false)
  })

  test('is open to members who kept an older, lower price of a plan that costs more now', () => {
    const post = { ownerId: 'owner', plan: silver }
    expect(canReadPost(reader, post, [{ ...gold, agreedCents: 700 }])).toBe(true)
  })

  test('compares plans of two currencies as if a dollar were 80 rupees, today and always', () => {
    const rupees = (priceCents: number): HeldPlan => ({
      id: `₹${priceCents}`,
      priceCents,
      agreedCents: priceCents,
      currency: 'INR',
    })
    const post = { ownerId: 'owner', plan: silver }
    expect(canReadPost(reader, post, [rupees(79_920)])).toBe(false)
    expect(canReadPost(reader, post, [rupees(79_921)])).toBe(true)
    expect(canReadPost(reader, { ...post, plan: rupees(79_919) }, [silver])).toBe(true)
    expect(canReadPost(reader, { ...post, plan: rupees(79_920) }, [silver])).toBe(false)
  })

  test('is not for a visitor, whatever memberships are claimed', () => {
    expect(canReadPost(null, { ownerId: 'owner', plan: silver }, [silver, gold])).toBe(false)
  })
})

class Rollback extends Error {}

/** One creator's plans, posts, and what one reader has had with them. */
interface World {
  pricesCents: number[]
  /** Which of the plans are in rupees; their prices count as many of them as 80 times the dollars. */
  inRupees: boolean[]
  /** Index of the plan of each post; null: free. */
  posts: (number | null)[]
  subscriptions: {
    plan: number
    status: SubscriptionStatus
    offsetMs: number | null
    cancelAtPeriodEnd: boolean
  }[]
  viewer: 'visitor' | 'reader' | 'owner' | 'member of another creator'
  archived: number[]
  /** New prices after everyone has joined, by the plan's index. */
  editsCents: (number | null)[]
}

const planIndex = fc.nat({ max: 3 })
const world: fc.Arbitrary<World> = fc.record({
  // Few different prices, so that equal ones are common.
  pricesCents: fc.array(fc.constantFrom(500, 999, 1000, 1999), { minLength: 4, maxLength: 4 }),
  inRupees: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  posts: fc.array(fc.option(planIndex, { nil: null }), { minLength: 1, maxLength: 6 }),
  subscriptions: fc.array(
    fc.record({
      plan: planIndex,
      status: fc.constantFrom(...subscriptionStatus.options),
      offsetMs: fc.option(
        fc.oneof(
          fc.constantFrom(-7 * DAY_MS - 1, -7 * DAY_MS, -7 * DAY_MS + 1, -1, 0, 1),
          fc.integer({ min: -20 * DAY_MS, max: 20 * DAY_MS }),
        ),
        { nil: null },
      ),
      cancelAtPeriodEnd: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  viewer: fc.constantFrom('visitor', 'reader', 'reader', 'reader', 'owner', 'member of another creator'),
  archived: fc.array(planIndex, { maxLength: 2 }),
  editsCents: fc.array(fc.option(fc.constantFrom(500, 999, 1000, 1999, 2500), { nil: null }), {
    maxLength: 4,
  }),
})

async function askWithin(db: Db, given: World) {
  const now = new Date('2026-06-15T12:00:00Z')
  const [ownerUser, readerUser] = [await aUser(db), await aUser(db)]
  const creator = await aCreator(db, ownerUser.id)
  const plans: PlanRow[] = []
  const priceAt = (index: number, cents: number) => (given.inRupees[index] ? cents * 80 : cents)
  for (const [index, cents] of given.pricesCents.entries()) {
    const currency = given.inRupees[index] ? 'INR' : 'USD'
    plans.push(await aPlan(db, creator.id, { priceCents: priceAt(index, cents), currency, now }))
  }
  const planAt = (index: number) => {
    const plan = plans[index]
    if (!plan) throw new RangeError(`There is no plan ${index}`)
    return plan
  }
  // The member of another creator has everything there, which must not count here.
  const stranger = await aUser(db)
  const elsewhere = await aPlan(db, (await aCreator(db, (await aUser(db)).id)).id, { priceCents: 100_000 })
  await aSubscription(db, stranger.id, elsewhere, { accessUntil: new Date(now.getTime() + DAY_MS), now })

  const held: PlanRow[] = []
  // The database allows one live relation to a creator; the ended ones come before it.
  const ended = given.subscriptions.filter(({ status }) => !LIVE.has(status))
  const live = given.subscriptions.filter(({ status }) => LIVE.has(status)).slice(0, 1)
  for (const { plan: index, status, offsetMs, cancelAtPeriodEnd } of [...ended, ...live]) {
    const accessUntil = offsetMs === null ? null : new Date(now.getTime() + offsetMs)
    await aSubscription(db, readerUser.id, planAt(index), { status, accessUntil, cancelAtPeriodEnd, now })
    if (hasAccess({ status, cancelAtPeriodEnd, accessUntil }, now)) held.push(planAt(index))
  }
  for (const [index, priceCents] of given.editsCents.entries())
    if (priceCents !== null)
      await editPlan(
        db,
        creator.id,
        planAt(index).id,
        { ...planAt(index), priceCents: priceAt(index, priceCents) },
        now,
      )
  const nowCents = (plan: PlanRow) => {
    const index = plans.indexOf(plan)
    const edited = given.editsCents[index]
    return edited === null || edited === undefined ? plan.priceCents : priceAt(index, edited)
  }
  const memberships = held.map((plan) => ({
    id: plan.id,
    priceCents: nowCents(plan),
    agreedCents: plan.priceCents,
    currency: plan.currency,
  }))
  for (const [position, index] of given.posts.entries())
    await aPost(db, creator.id, {
      planId: index === null ? null : planAt(index).id,
      html: `<p>post ${position}</p>`,
      now: new Date(now.getTime() + position),
    })
  for (const index of given.archived)
    await run(db, sql`update plans set archived_at = ${now} where id = ${planAt(index).id}`)

  const viewerId = {
    visitor: null,
    reader: readerUser.id,
    owner: ownerUser.id,
    'member of another creator': stranger.id,
  }[given.viewer]
  const claimed = given.viewer === 'reader' ? memberships : []
  const byRule = given.posts.map((index) =>
    canReadPost(
      viewerId === null ? null : { id: viewerId },
      {
        ownerId: ownerUser.id,
        plan: index === null ? null : { ...planAt(index), priceCents: nowCents(planAt(index)) },
      },
      claimed,
    ),
  )
  const rows = await many(
    db,
    sql<{
      canRead: boolean
    }>`with ${heldPlansSql({ viewerId, now })} select ${canReadPostSql(viewerId)} as "canRead"
      from posts p join creators c on c.id = p.creator_id left join plans pp on pp.id = p.plan_id
      where p.creator_id = ${creator.id} order by p.id`,
  )
  const listed = await listPostsOfCreator(db, { viewerId, now }, creator.id, { beforeId: null, limit: 100 })
  return {
    byRule,
    bySql: rows.map(({ canRead }) => canRead),
    byQuery: listed.map(({ html }) => html !== null).toReversed(),
  }
}

describe('the rule and its SQL counterpart', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  /** Builds the world, queries both, and leaves nothing behind. */
  async function ask(given: World): Promise<{ byRule: boolean[]; bySql: boolean[]; byQuery: boolean[] }> {
    const answers: { byRule: boolean[]; bySql: boolean[]; byQuery: boolean[] }[] = []
    const work = app.platform.database.db.transaction().execute(async (db) => {
      answers.push(await askWithin(db, given))
      throw new Rollback()
    })
    await work.catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
    const [answer] = answers
    if (!answer) throw new Error('The world could not be built')
    return answer
  }

  test('agree on every post, plan, price, status and date', async () => {
    let readable = 0
    let locked = 0
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { byRule, bySql, byQuery } = await ask(given)
        expect(bySql).toEqual(byRule)
        expect(byQuery).toEqual(byRule)
        for (const [position, index] of given.posts.entries())
          if (index !== null && given.viewer === 'reader') {
            if (byRule[position]) readable += 1
            else locked += 1
          }
      }),
      { numRuns: 80 },
    )
    // Both outcomes occurred often enough to mean something.
    expect(readable).toBeGreaterThan(3)
    expect(locked).toBeGreaterThan(3)
  })
})
