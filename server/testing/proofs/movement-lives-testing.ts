import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { followMembership } from '#server/domains/analytics/movements/follow.ts'
import { listRunOut } from '#server/domains/analytics/movements/movement-queries.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { getSubscription, membershipOf } from '#server/domains/subscriptions/queries.ts'
import { updateMembership } from '#server/domains/subscriptions/save-membership-queries.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'

import type { TestApp } from '../test-app.ts'
import {
  accessEnds,
  begun,
  DAY_MS,
  type Held,
  heldFrom,
  type Jump,
  jumpsOf,
  type Life,
  turned,
  TURNS,
  twelfthsAt,
} from './life-model.ts'

/** Counting goes on for so long after the last turn; what ends later is still to come. */
const COUNTED_AFTER_MS = 60 * DAY_MS

type Random = (below: number) => number

/** Members of one page who live through a hundred days or more, and what the rules say of each of their days. */
export interface MovementLives {
  creatorId: string
  begin: Date
  /** What memberships bring by the month at the end of a day. */
  incomeAt(day: number): number
  membersAt(day: number): number
  /** Of each member, in order. */
  jumps: Jump[][]
}

/** Lives so many random lives, and follows each turn as the worker would: late now and then. */
export async function liveMovements(
  app: TestApp,
  { lives, days, random }: { lives: number; days: number; random: Random },
): Promise<MovementLives> {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plans: PlanRow[] = []
  for (const priceCents of [500, 999, 2500]) plans.push(await aPlan(app.db, creator.id, { priceCents }))
  const begin = new Date(Date.UTC(2026, 0, 1))
  const members: Held[][][] = []
  for (let life = 0; life < lives; life += 1) {
    const { id: memberId } = await aUser(app.db)
    members.push(
      await app.db.transaction().execute((db) => live(db, { memberId, plans, begin, days, random })),
    )
  }
  const countedUntil = begin.getTime() + days * DAY_MS + COUNTED_AFTER_MS
  const endOf = (day: number) => begin.getTime() + (day + 1) * DAY_MS
  const brings = (memberships: readonly Held[][], day: number) =>
    memberships.reduce((sum, history) => sum + twelfthsAt(history, endOf(day)), 0)
  return {
    creatorId: creator.id,
    begin,
    incomeAt: (day) => members.reduce((sum, memberships) => sum + brings(memberships, day), 0),
    membersAt: (day) => members.filter((memberships) => brings(memberships, day) > 0).length,
    jumps: members.map((memberships) => jumpsOf(memberships).filter(({ at }) => at <= countedUntil)),
  }
}

async function countAllRunOut(db: Db, now: Date): Promise<void> {
  for (;;) {
    const ids = await listRunOut(db, now)
    if (ids.length === 0) return
    for (const id of ids) await followMembership(db, id, { at: now, now })
  }
}

/** Runs the job of each minute for a stretch of time, at least every ten days. */
async function countThrough(db: Db, from: number, to: number): Promise<void> {
  for (let moment = from; moment < to; moment += 10 * DAY_MS) await countAllRunOut(db, new Date(moment))
  await countAllRunOut(db, new Date(to))
}

/** One member's life; answers what held of each of their memberships, by the rules. */
async function live(
  db: Db,
  given: { memberId: string; plans: readonly PlanRow[]; begin: Date; days: number; random: Random },
): Promise<Held[][]> {
  const { memberId, plans, random, begin } = given
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[random(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  const pickTerms = () => ({ plan: random(plans.length), endsNow: random(2) === 0 })
  const planAt = (index: number): PlanRow => plans[index] ?? pick(plans)
  const join = async (at: number) => {
    const { plan } = pickTerms()
    const isYearly = random(4) === 0
    const life = begun(at, { isYearly, plan, priceCents: planAt(plan).priceCents * (isYearly ? 12 : 1) })
    const membership = await beginMembership(db, { memberId, plan: planAt(plan), life })
    return { life, ...membership, history: [heldFrom(life, at)] }
  }
  let at = begin.getTime() + random(given.days * DAY_MS)
  const end = begin.getTime() + given.days * DAY_MS
  let current = await join(at)
  const histories = [current.history]
  let countedAt = at
  while (at < end) {
    at += 1 + random(20 * DAY_MS)
    // The minute's job comes first, or doesn't; it is never away for so long that days aren't restated any more.
    if (at - countedAt > 30 * DAY_MS || random(2) === 0) {
      await countThrough(db, countedAt, at)
      countedAt = at
    }
    if (at >= end) break
    const turn = pick(TURNS)
    const { plan, endsNow } = pickTerms()
    if (turn === 'rejoin') {
      if (accessEnds(current.life) > at) continue
      await run(db, sql`update subscriptions set status = 'canceled' where id = ${current.id}`)
      current = await join(at)
      histories.push(current.history)
      continue
    }
    const life = turned(current.life, turn, { at, plan, priceCents: planAt(plan).priceCents, endsNow })
    if (life === null) continue
    const membership = asMembership(current.membership, life, planAt(life.plan))
    await updateMembership(db, current.id, membership, new Date(at))
    await followMembership(db, current.id, { at: new Date(at), now: new Date(at) })
    current.history.push(heldFrom(life, at))
    current = { ...current, life, membership }
  }
  await countThrough(db, countedAt, end + COUNTED_AFTER_MS)
  return histories
}

/** Begins a membership in the product, at the price that the model gives it. */
async function beginMembership(
  db: Db,
  { memberId, plan, life }: { memberId: string; plan: PlanRow; life: Life },
): Promise<{ id: string; membership: Membership }> {
  const now = new Date(life.paidFrom)
  const { id } = await aSubscription(db, memberId, plan, {
    now,
    interval: life.isYearly ? 'yearly' : 'monthly',
    accessUntil: new Date(life.paidUntil),
  })
  await run(db, sql`update subscriptions set activated_at = ${now} where id = ${id}`)
  const membership = asMembership(membershipOf(await getSubscription(db, id)), life, plan)
  await updateMembership(db, id, membership, now)
  await followMembership(db, id, { at: now, now })
  return { id, membership }
}

/** Tells the product what the model has decided. */
function asMembership(before: Membership, life: Life, plan: PlanRow): Membership {
  const [from, until] = [new Date(life.paidFrom), new Date(life.paidUntil)]
  const isNewPeriod = before.period?.from.getTime() !== life.paidFrom
  return {
    ...before,
    status: life.status,
    cancelAtPeriodEnd: life.endsWithPeriod,
    accessUntil: until,
    planId: plan.id,
    planVersionId: plan.versionId,
    priceCents: life.priceCents,
    period: isNewPeriod ? { from, until, worthCents: life.priceCents } : before.period,
  }
}
