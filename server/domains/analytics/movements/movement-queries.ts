import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import type { Standing, Step } from './steps.ts'

/** What a membership is, as its own domain has it. */
export interface MembershipFacts {
  id: string
  creatorId: string
  memberId: string
  planId: string
  currency: string
  interval: BillingInterval
  priceCents: number
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  accessUntil: Date | null
  periodFrom: Date | null
  /** When it was first paid for. */
  joinedAt: Date
}

export interface StandingRow extends Standing {
  /** "2026-03-01": the month its member first came. */
  cohort: string | null
  movements: number
}

export function findFacts(db: Db, subscriptionId: string): Promise<MembershipFacts | null> {
  return maybeOne(
    db,
    sql<MembershipFacts>`select id, creator_id as "creatorId", member_id as "memberId", plan_id as "planId", currency,
        interval, price_cents as "priceCents", status, cancel_at_period_end as "cancelAtPeriodEnd",
        access_until as "accessUntil", period_from as "periodFrom", coalesce(activated_at, created_at) as "joinedAt"
      from subscriptions where id = ${subscriptionId}`,
  )
}

/** What a membership is counted for, locked; nothing at first. */
export async function lockStanding(db: Db, subscriptionId: string): Promise<StandingRow> {
  await run(
    db,
    sql`insert into mrr_standings (subscription_id, creator_id, member_id, plan_id, currency, twelfths)
      select id, creator_id, member_id, plan_id, currency, 0 from subscriptions where id = ${subscriptionId}
      on conflict do nothing`,
  )
  return one(
    db,
    sql<StandingRow>`select twelfths, counted_until as "countedUntil", last_at as "lastAt",
        to_char(cohort, 'YYYY-MM-DD') as cohort, movements
      from mrr_standings where subscription_id = ${subscriptionId} for update`,
  )
}

/** The month in which a member first came to a page; null: they never did. */
export async function findCohort(
  db: Db,
  { creatorId, memberId }: Pick<MembershipFacts, 'creatorId' | 'memberId'>,
): Promise<string | null> {
  const { cohort } = await one(
    db,
    sql<{ cohort: string | null }>`select to_char(min(cohort), 'YYYY-MM-DD') as cohort from mrr_standings
      where creator_id = ${creatorId} and member_id = ${memberId}`,
  )
  return cohort
}

export async function saveStanding(
  db: Db,
  facts: MembershipFacts,
  standing: StandingRow & { paidUntil: Date | null; endsWithPeriod: boolean },
): Promise<void> {
  await run(
    db,
    sql`update mrr_standings set plan_id = ${facts.planId}, twelfths = ${standing.twelfths},
        paid_until = ${standing.paidUntil}, counted_until = ${standing.countedUntil},
        ends_with_period = ${standing.endsWithPeriod}, cohort = ${standing.cohort}::date,
        last_at = ${standing.lastAt}, movements = ${standing.movements}
      where subscription_id = ${facts.id}`,
  )
}

export async function insertMovement(
  db: Db,
  {
    id,
    number,
    facts,
    step,
    day,
  }: { id: string; number: number; facts: MembershipFacts; step: Step; day: string },
): Promise<void> {
  await run(
    db,
    sql`insert into mrr_movements (id, creator_id, subscription_id, number, member_id, plan_id, currency, kind,
        delta_twelfths, at, day)
      values (${id}, ${facts.creatorId}, ${facts.id}, ${number}, ${facts.memberId}, ${facts.planId}, ${facts.currency},
        ${step.kind}, ${step.deltaTwelfths}, ${step.at}, ${day}::date)`,
  )
}

/** Adds a movement to its creator's day. */
export async function addToDay(
  db: Db,
  { creatorId, currency }: Pick<MembershipFacts, 'creatorId' | 'currency'>,
  day: string,
  { kind, deltaTwelfths }: Step,
): Promise<void> {
  const amount = Math.abs(deltaTwelfths)
  const amountOf = (of: Step['kind']) => sql`${kind === of ? amount : 0}::bigint`
  const personOf = (of: Step['kind']) => sql`${kind === of ? 1 : 0}::integer`
  await run(
    db,
    sql`insert into creator_days as d (creator_id, currency, day, new_twelfths, returned_twelfths, up_twelfths,
        down_twelfths, lost_twelfths, new_members, returned_members, lost_members)
      values (${creatorId}, ${currency}, ${day}::date, ${amountOf('new')}, ${amountOf('returned')}, ${amountOf('up')},
        ${amountOf('down')}, ${amountOf('lost')}, ${personOf('new')}, ${personOf('returned')}, ${personOf('lost')})
      on conflict (creator_id, currency, day) do update set
        new_twelfths = d.new_twelfths + excluded.new_twelfths,
        returned_twelfths = d.returned_twelfths + excluded.returned_twelfths,
        up_twelfths = d.up_twelfths + excluded.up_twelfths,
        down_twelfths = d.down_twelfths + excluded.down_twelfths,
        lost_twelfths = d.lost_twelfths + excluded.lost_twelfths,
        new_members = d.new_members + excluded.new_members,
        returned_members = d.returned_members + excluded.returned_members,
        lost_members = d.lost_members + excluded.lost_members`,
  )
}

/** Adds a movement to what became of the members who came in one month. */
export async function addToCohort(
  db: Db,
  { creatorId, currency }: Pick<MembershipFacts, 'creatorId' | 'currency'>,
  { cohort, month, step: { kind, deltaTwelfths } }: { cohort: string; month: string; step: Step },
): Promise<void> {
  const members = kind === 'lost' ? -1 : kind === 'new' || kind === 'returned' ? 1 : 0
  await run(
    db,
    sql`insert into creator_cohorts as c (creator_id, currency, cohort, month, members, firsts, twelfths)
      values (${creatorId}, ${currency}, ${cohort}::date, ${month}::date, ${members}, ${kind === 'new' ? 1 : 0},
        ${deltaTwelfths})
      on conflict (creator_id, currency, cohort, month) do update set members = c.members + excluded.members,
        firsts = c.firsts + excluded.firsts, twelfths = c.twelfths + excluded.twelfths`,
  )
}

/** Memberships that are counted though their access has ended, as known so far; at most 500. */
export async function listRunOut(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select subscription_id as id from mrr_standings
      where twelfths > 0 and counted_until <= ${now} order by counted_until limit 500`,
  )
  return rows.map(({ id }) => id)
}
