import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { REACHES } from '#contract/audiences/reach.ts'
import { subscriptionStatus, type SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { maySee, type Relation, type Step } from '#server/domains/audiences/service.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { editPlan, type PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { hasAccess } from '#server/domains/subscriptions/service.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { canReadPostSql, heldPlansSql } from './access.ts'
import { listPostsOfCreator } from './queries.ts'
import { aPost } from './testing.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-06-15T12:00:00Z')
const after = (offsetMs: number) => new Date(NOW.getTime() + offsetMs)
const LIVE: ReadonlySet<SubscriptionStatus> = new Set(['pending', 'active', 'past_due', 'paused'])

/** Few of them, so that the moments asked about fall on boundaries often. */
const MOMENTS_MS = [-DAY_MS, -1, 0, 1, DAY_MS]
/** In dollars, or 80 times as many rupees. Few different ones, so that equal ones are common. */
const PLANS = [500, 999, 999, 1000, 1999, 1999].map((cents, index) => ({
  cents,
  isInRupees: index % 3 === 2,
}))
const EDITED_CENTS = [999, 999, 2500, 1000, 500, 1999]
const PEOPLE = 200
const AUDIENCES = 100

interface StepOfWorld {
  reach: Step['reach']
  plans: number[]
  isExact: boolean
  fromMs: number | null
  untilMs: number | null
}

const moment = fc.option(fc.constantFrom(...MOMENTS_MS), { nil: null })
const step: fc.Arbitrary<StepOfWorld> = fc
  .record({
    reach: fc.constantFrom(...REACHES, 'plans' as const, 'plans' as const),
    plans: fc.uniqueArray(fc.nat({ max: PLANS.length - 1 }), { minLength: 1, maxLength: 3 }),
    isExact: fc.boolean(),
    fromMs: moment,
    untilMs: moment,
  })
  .filter(({ fromMs, untilMs }) => fromMs === null || untilMs === null || fromMs < untilMs)
const audience = fc.array(step, { minLength: 1, maxLength: 6 })

const person = fc.record({
  isFollower: fc.boolean(),
  joinsBeforeEdits: fc.boolean(),
  subscriptions: fc.array(
    fc.record({
      plan: fc.nat({ max: PLANS.length - 1 }),
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
    { maxLength: 3 },
  ),
})
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`There is no ${index}`)
  return found
}

interface World {
  creatorId: string
  ownerId: string
  plans: PlanRow[]
  /** What a plan costs after all edits, in its currency. */
  priceNow: (plan: PlanRow) => number
}

async function aWorld(): Promise<World> {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  const plans: PlanRow[] = []
  for (const { cents, isInRupees } of PLANS)
    plans.push(
      await aPlan(app.db, creator.id, {
        priceCents: isInRupees ? cents * 80 : cents,
        currency: isInRupees ? 'INR' : 'USD',
        now: NOW,
      }),
    )
  const priceNow = (plan: PlanRow) =>
    at(EDITED_CENTS, plans.indexOf(plan)) * (plan.currency === 'INR' ? 80 : 1)
  return { creatorId: creator.id, ownerId: owner.id, plans, priceNow }
}

interface Joined {
  id: string
  isFollower: boolean
  subscriptions: {
    plan: PlanRow
    agreedCents: number
    status: SubscriptionStatus
    accessUntil: Date | null
    cancelAtPeriodEnd: boolean
  }[]
}

/** Makes them what they are to the page. */
async function join(world: World, given: Person): Promise<Joined> {
  const { id } = await aUser(app.db)
  if (given.isFollower) await aFollow(app.db, id, world.creatorId)
  // The database allows one live relation to a creator; the ended ones come before it.
  const ended = given.subscriptions.filter(({ status }) => !LIVE.has(status))
  const live = given.subscriptions.filter(({ status }) => LIVE.has(status)).slice(0, 1)
  const subscriptions: Joined['subscriptions'] = []
  for (const { plan: index, offsetMs, status, cancelAtPeriodEnd } of [...ended, ...live]) {
    const { rows } = await sql<{ versionId: string; priceCents: number }>`select v.id as "versionId",
        v.price_cents as "priceCents" from plan_versions v where v.plan_id = ${at(world.plans, index).id}
        order by v.version desc limit 1`.execute(app.db)
    const { versionId, priceCents } = at(rows, 0)
    const plan = at(world.plans, index)
    const accessUntil = offsetMs === null ? null : after(offsetMs)
    const facts = { status, accessUntil, cancelAtPeriodEnd }
    await aSubscription(app.db, id, { ...plan, versionId }, { ...facts, now: NOW })
    subscriptions.push({ plan, agreedCents: priceCents, ...facts })
  }
  return { id, isFollower: given.isFollower, subscriptions }
}

function relationAt({ isFollower, subscriptions }: Joined, world: World, now: Date): Relation {
  const held = subscriptions
    .filter((subscription) => hasAccess(subscription, now))
    .map(({ plan, agreedCents }) => ({
      id: plan.id,
      priceCents: world.priceNow(plan),
      agreedCents,
      currency: plan.currency,
    }))
  return { isOwner: false, isFollower, held }
}

test('the rule and its SQL twin agree on 100,000 audiences, memberships and moments', async () => {
  const seed = Date.now() % 2 ** 31
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed, numRuns })
  const world = await aWorld()
  const people = sample(person, PEOPLE)
  const joined: Joined[] = []
  for (const each of people.filter(({ joinsBeforeEdits }) => joinsBeforeEdits))
    joined.push(await join(world, each))
  for (const plan of world.plans)
    await editPlan(app.db, world.creatorId, plan.id, { ...plan, priceCents: world.priceNow(plan) }, NOW)
  for (const each of people.filter(({ joinsBeforeEdits }) => !joinsBeforeEdits))
    joined.push(await join(world, each))

  const audiences = sample(audience, AUDIENCES)
  for (const [position, steps] of audiences.entries())
    await aPost(app.db, world.creatorId, {
      html: `<p>post ${position}</p>`,
      now: after(position),
      audience: steps.map(({ reach, plans, isExact, fromMs, untilMs }) => ({
        reach,
        planIds: reach === 'plans' ? plans.map((index) => at(world.plans, index).id) : [],
        isExact,
        fromAt: fromMs === null ? null : after(fromMs).toISOString(),
        untilAt: untilMs === null ? null : after(untilMs).toISOString(),
      })),
    })
  await run(app.db, sql`update plans set archived_at = ${NOW} where id = ${at(world.plans, 1).id}`)
  // They have everything on another page, which must not count here.
  const elsewhere = await aPlan(app.db, (await aCreator(app.db, (await aUser(app.db)).id)).id, {
    priceCents: 100_000,
  })
  const stranger = await aUser(app.db)
  await aSubscription(app.db, stranger.id, elsewhere, { accessUntil: after(DAY_MS), now: NOW })

  const rules = audiences.map((steps) =>
    steps.map(({ reach, plans, isExact, fromMs, untilMs }): Step => ({
      reach,
      plans: plans.map((index) => ({
        ...at(world.plans, index),
        priceCents: world.priceNow(at(world.plans, index)),
      })),
      isExact,
      fromAt: fromMs === null ? null : after(fromMs),
      untilAt: untilMs === null ? null : after(untilMs),
    })),
  )
  const viewers: { id: string | null; relation: (now: Date) => Relation | null }[] = [
    { id: null, relation: () => null },
    { id: world.ownerId, relation: () => ({ isOwner: true, isFollower: false, held: [] }) },
    { id: stranger.id, relation: () => ({ isOwner: false, isFollower: false, held: [] }) },
    ...joined.map((each) => ({ id: each.id, relation: (now: Date) => relationAt(each, world, now) })),
  ]
  let readable = 0
  let locked = 0
  for (const { id: viewerId, relation } of viewers)
    for (const offsetMs of MOMENTS_MS) {
      const now = after(offsetMs)
      const byRule = rules.map((steps) => maySee(relation(now), steps, now))
      const rows = await many(
        app.db,
        sql<{ canRead: boolean }>`with ${heldPlansSql({ viewerId, now })}
          select ${canReadPostSql({ viewerId, now })} as "canRead"
          from posts p join creators c on c.id = p.creator_id
          where p.creator_id = ${world.creatorId} order by p.id`,
      )
      expect(
        rows.map(({ canRead }) => canRead),
        `seed ${seed}, ${viewerId} at ${offsetMs}`,
      ).toEqual(byRule)
      if (offsetMs === 0) {
        const listed = await listPostsOfCreator(app.db, { viewerId, now }, world.creatorId, {
          beforeId: null,
          limit: AUDIENCES,
        })
        expect(listed.map(({ html }) => html !== null).toReversed(), `seed ${seed}`).toEqual(byRule)
      }
      readable += byRule.filter(Boolean).length
      locked += byRule.filter((may) => !may).length
    }
  expect(readable + locked).toBeGreaterThan(100_000)
  // Both outcomes occurred often enough to mean something.
  expect(readable).toBeGreaterThan(10_000)
  expect(locked).toBeGreaterThan(10_000)
})
