import { graceEnd } from '#contract/subscriptions/engine/access.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { listRunOut } from '#server/domains/analytics/movements/movement-queries.ts'
import { followMembership } from '#server/domains/analytics/movements/follow.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { getSubscription, membershipOf } from '#server/domains/subscriptions/queries.ts'
import { updateMembership } from '#server/domains/subscriptions/save-membership-queries.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import type { TestApp } from '../test-app.ts'

const DAY_MS = 86_400_000
const PERIOD_MS = 30 * DAY_MS

/** What held of a membership from a moment on. */
interface Held {
  from: number
  twelfths: number
  isPaused: boolean
  accessEnds: number
}

type Random = (below: number) => number

/** Members of one page who live through a hundred days or more, and what the rule says of each of their days. */
export interface MovementLives {
  creatorId: string
  begin: Date
  days: number
  /** What memberships bring by the month at the end of a day, from their histories alone. */
  incomeAt(day: number): number
  membersAt(day: number): number
  /** What the movements sum up to. */
  counted(): Promise<{ day: string; twelfths: number; members: number }[]>
}

const STEPS = ['renew', 'dearer', 'cheaper', 'cancel', 'undo', 'end', 'pause', 'resume', 'wait'] as const

/** Lives so many random lives, and follows each step as the worker would: late now and then. */
export async function liveMovements(
  app: TestApp,
  { lives, days, random }: { lives: number; days: number; random: Random },
): Promise<MovementLives> {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  const plans: PlanRow[] = []
  for (const priceCents of [500, 999, 2500]) plans.push(await aPlan(app.db, creator.id, { priceCents }))
  const begin = new Date(Date.UTC(2026, 0, 1))
  const histories: Held[][] = []
  for (let life = 0; life < lives; life += 1) {
    const member = await aUser(app.db)
    const history = await app.db
      .transaction()
      .execute((db) => live(db, { memberId: member.id, plans, begin, days, random }))
    histories.push(history)
  }
  const heldAt = (history: readonly Held[], day: number): number => {
    const end = begin.getTime() + (day + 1) * DAY_MS
    const held = history.findLast(({ from }) => from < end)
    return held && !held.isPaused && end <= held.accessEnds ? held.twelfths : 0
  }
  return {
    creatorId: creator.id,
    begin,
    days,
    incomeAt: (day) => histories.reduce((sum, history) => sum + heldAt(history, day), 0),
    membersAt: (day) => histories.filter((history) => heldAt(history, day) > 0).length,
    counted: () =>
      many(
        app.db,
        sql<{ day: string; twelfths: number; members: number }>`select to_char(day, 'YYYY-MM-DD') as day,
            (sum(sum(delta_twelfths)) over (order by day))::bigint as twelfths,
            (sum(sum(case kind when 'lost' then -1 when 'new' then 1 when 'returned' then 1 else 0 end))
              over (order by day))::integer as members
          from mrr_movements where creator_id = ${creator.id} group by day order by mrr_movements.day`,
      ),
  }
}

async function countAllRunOut(db: Db, now: Date): Promise<void> {
  for (;;) {
    const ids = await listRunOut(db, now)
    if (ids.length === 0) return
    for (const id of ids) await followMembership(db, id, { at: now, now })
  }
}

async function live(
  db: Db,
  given: { memberId: string; plans: readonly PlanRow[]; begin: Date; days: number; random: Random },
): Promise<Held[]> {
  const { plans, random, begin } = given
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[random(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  let at = begin.getTime() + random(given.days * DAY_MS)
  const end = begin.getTime() + given.days * DAY_MS
  const interval = random(4) === 0 ? 'yearly' : 'monthly'
  const { id } = await aSubscription(db, given.memberId, pick(plans), {
    now: new Date(at),
    interval,
    accessUntil: new Date(at + PERIOD_MS),
  })
  await run(db, sql`update subscriptions set activated_at = ${new Date(at)} where id = ${id}`)
  const history = [await follow(db, id, at)]
  let countedAt = at
  while (at < end) {
    at += 1 + random(20 * DAY_MS)
    // The minute's job comes first, or doesn't; it is never away for so long that days aren't restated any more.
    if (at - countedAt > 30 * DAY_MS || random(2) === 0) {
      for (let moment = countedAt; moment < at; moment += 10 * DAY_MS)
        await countAllRunOut(db, new Date(moment))
      await countAllRunOut(db, new Date(at))
      countedAt = at
    }
    if (at >= end) break
    const before = membershipOf(await getSubscription(db, id))
    const after = step(before, { name: pick(STEPS), at, random, plan: pick(plans) })
    if (after === null) continue
    await updateMembership(db, id, after, new Date(at))
    history.push(await follow(db, id, at))
  }
  for (let moment = countedAt; moment <= end + 60 * DAY_MS; moment += 10 * DAY_MS)
    await countAllRunOut(db, new Date(moment))
  return history
}

/** One thing that may happen to a membership; null: not now. */
function step(
  before: Membership,
  { name, at, random, plan }: { name: (typeof STEPS)[number]; at: number; random: Random; plan: PlanRow },
): Membership | null {
  const until = before.accessUntil?.getTime() ?? 0
  const isOver = endsOf(before) <= at
  const paid = (from: number): Membership => ({
    ...before,
    status: 'active',
    cancelAtPeriodEnd: false,
    accessUntil: new Date(from + PERIOD_MS),
    period: { from: new Date(from), until: new Date(from + PERIOD_MS), worthCents: before.priceCents },
  })
  if (name === 'renew') return paid(isOver || before.status === 'paused' ? at : until)
  if (isOver) return null
  if (name === 'dearer' || name === 'cheaper') {
    if (before.status !== 'active') return null
    const priceCents = plan.priceCents * (before.interval === 'yearly' ? 12 : 1)
    return { ...before, planId: plan.id, planVersionId: plan.versionId, priceCents }
  }
  if (name === 'cancel')
    return before.status === 'active' && at < until ? { ...before, cancelAtPeriodEnd: true } : null
  if (name === 'undo') return at < until ? { ...before, cancelAtPeriodEnd: false } : null
  if (name === 'end') {
    // Some are refunded, and end at once.
    const accessUntil = random(2) === 0 ? new Date(Math.min(at, until)) : before.accessUntil
    return { ...before, status: 'canceled', cancelAtPeriodEnd: false, accessUntil }
  }
  if (name === 'pause') return before.status === 'active' ? { ...before, status: 'paused' } : null
  if (name === 'resume') return before.status === 'paused' ? { ...before, status: 'active' } : null
  return null
}

/** When access ends, by the text of the rule: a week after the paid time if it is meant to renew, otherwise with it. */
function endsOf({ status, cancelAtPeriodEnd, accessUntil }: Membership): number {
  if (accessUntil === null) return 0
  const isRenewing = (status === 'active' || status === 'past_due') && !cancelAtPeriodEnd
  return (isRenewing ? graceEnd(accessUntil) : accessUntil).getTime()
}

async function follow(db: Db, id: string, at: number): Promise<Held> {
  const moment = new Date(at)
  await followMembership(db, id, { at: moment, now: moment })
  const membership = membershipOf(await getSubscription(db, id))
  return {
    from: at,
    twelfths: membership.interval === 'yearly' ? membership.priceCents : membership.priceCents * 12,
    isPaused: membership.status === 'paused',
    accessEnds: endsOf(membership),
  }
}
