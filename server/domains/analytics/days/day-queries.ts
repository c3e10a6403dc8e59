import type { LeavingReason } from '#contract/subscriptions/leaving.ts'
import { type Db, many, maybeOne, one, sql } from '#server/platform/db/query.ts'

import type { MovementKind } from '../movements/steps.ts'

/** A day's movements and money; amounts of movements in twelfths of a cent. */
export interface DayRow {
  day: string
  newTwelfths: number
  returnedTwelfths: number
  upTwelfths: number
  downTwelfths: number
  lostTwelfths: number
  newMembers: number
  returnedMembers: number
  lostMembers: number
  grossCents: number
  givenBackCents: number
  feeCents: number
  netCents: number
  correctionCents: number
}

export interface Of {
  creatorId: string
  currency: string
}

/** The days of a range in which something happened, in order; both ends included. */
export function listDays(
  db: Db,
  { creatorId, currency }: Of,
  { from, to }: { from: string; to: string },
): Promise<DayRow[]> {
  return many(
    db,
    sql<DayRow>`select to_char(day, 'YYYY-MM-DD') as day, new_twelfths as "newTwelfths",
        returned_twelfths as "returnedTwelfths", up_twelfths as "upTwelfths", down_twelfths as "downTwelfths",
        lost_twelfths as "lostTwelfths", new_members as "newMembers", returned_members as "returnedMembers",
        lost_members as "lostMembers", gross_cents as "grossCents", given_back_cents as "givenBackCents",
        fee_cents as "feeCents", net_cents as "netCents", correction_cents as "correctionCents"
      from creator_days where creator_id = ${creatorId} and currency = ${currency}
        and day between ${from}::date and ${to}::date order by creator_days.day`,
  )
}

/** Income and members at the beginning of a day: all movements before it. */
export function getStart(
  db: Db,
  { creatorId, currency }: Of,
  day: string,
): Promise<{ twelfths: number; members: number }> {
  return one(
    db,
    sql<{ twelfths: number; members: number }>`select
        coalesce(sum(new_twelfths + returned_twelfths + up_twelfths - down_twelfths - lost_twelfths), 0)::bigint as twelfths,
        coalesce(sum(new_members + returned_members - lost_members), 0)::integer as members
      from creator_days where creator_id = ${creatorId} and currency = ${currency} and day < ${day}::date`,
  )
}

/** The currencies in which a page has or had income. */
export async function listCurrencies(db: Db, creatorId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ currency: string }>`select distinct currency from creator_days where creator_id = ${creatorId}`,
  )
  return rows.map(({ currency }) => currency)
}

export interface Standings {
  twelfths: number
  committedTwelfths: number
  atRiskTwelfths: number
  members: number
  ending: number
  inGrace: number
}

/** What a page's memberships bring by the month right now. Nobody pays twice for the same days: each is a member. */
export function getStandings(db: Db, { creatorId, currency }: Of, now: Date): Promise<Standings> {
  const inGrace = sql`(paid_until <= ${now}::timestamptz)`
  return one(
    db,
    sql<Standings>`select coalesce(sum(twelfths), 0)::bigint as twelfths,
        coalesce(sum(twelfths) filter (where not ends_with_period), 0)::bigint as "committedTwelfths",
        coalesce(sum(twelfths) filter (where ${inGrace}), 0)::bigint as "atRiskTwelfths",
        count(*)::integer as members,
        (count(*) filter (where ends_with_period))::integer as ending,
        (count(*) filter (where ${inGrace}))::integer as "inGrace"
      from mrr_standings where creator_id = ${creatorId} and currency = ${currency} and twelfths > 0`,
  )
}

export interface PlanStanding {
  id: string
  name: string
  members: number
  twelfths: number
}

/** The same by plan, the one that brings most first. */
export function listPlanStandings(db: Db, { creatorId, currency }: Of): Promise<PlanStanding[]> {
  return many(
    db,
    sql<PlanStanding>`select p.id, p.name, own.members, own.twelfths from (
        select plan_id, count(*)::integer as members, sum(twelfths)::bigint as twelfths
        from mrr_standings where creator_id = ${creatorId} and currency = ${currency} and twelfths > 0
        group by plan_id) own join plans p on p.id = own.plan_id
      order by own.twelfths desc, p.id limit 100`,
  )
}

/** Members at the beginning of a range, and those of them who aren't at its end; both ends included. */
export async function countChurned(
  db: Db,
  { creatorId, currency }: Of,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { left } = await one(
    db,
    sql<{ left: number }>`select count(*)::integer as left from (
        select sum(case kind when 'lost' then -1 else 1 end) as net
        from mrr_movements where creator_id = ${creatorId} and currency = ${currency}
          and day between ${from}::date and ${to}::date and kind in ('new', 'returned', 'lost')
        group by member_id) members where net < 0`,
  )
  return left
}

export interface MovementRow {
  id: string
  subscriptionId: string
  memberId: string
  memberName: string
  planName: string
  kind: MovementKind
  deltaTwelfths: number
  currency: string
  day: string
  at: Date
}

/** The movements of a range, newest first. */
export async function listMovements(
  db: Db,
  { creatorId, currency }: Of,
  page: {
    from: string
    to: string
    kind: MovementKind | null
    beforeId: string | null
    limit: number
  },
): Promise<MovementRow[]> {
  const { beforeId } = page
  const before =
    beforeId === null
      ? null
      : await maybeOne(
          db,
          sql<{ day: string }>`select to_char(day, 'YYYY-MM-DD') as day from mrr_movements
            where id = ${beforeId} and creator_id = ${creatorId}`,
        )
  return many(
    db,
    sql<MovementRow>`select m.id, m.subscription_id as "subscriptionId", m.member_id as "memberId",
        u.name as "memberName", p.name as "planName", m.kind, m.delta_twelfths as "deltaTwelfths", m.currency,
        to_char(m.day, 'YYYY-MM-DD') as day, m.at
      from mrr_movements m join users u on u.id = m.member_id join plans p on p.id = m.plan_id
      where m.creator_id = ${creatorId} and m.currency = ${currency}
        and m.day between ${page.from}::date and ${page.to}::date
        and (${page.kind}::text is null or m.kind = ${page.kind}::text)
        and (${before?.day ?? null}::date is null or (m.day, m.id) < (${before?.day ?? null}::date, ${beforeId}::uuid))
      order by m.day desc, m.id desc limit ${page.limit}`,
  )
}

/** Why members left, among those who said. */
export function listReasons(
  db: Db,
  creatorId: string,
  { from, to }: { from: string; to: string },
): Promise<{ reason: LeavingReason; people: number }[]> {
  return many(
    db,
    sql<{
      reason: LeavingReason
      people: number
    }>`select reason, count(*)::integer as people from leaving_reasons
      where creator_id = ${creatorId} and given_at >= ${from}::date
        and given_at < ${to}::date + interval '1 day' group by reason order by people desc, reason`,
  )
}
