import type { RawBuilder } from 'kysely'

import type { MemberState } from '#contract/analytics/member-routes.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { GRACE_DAYS } from '#contract/site/policy.ts'
import { leftCentsSql, listPayersNamed } from '#server/domains/payments/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, one, sql } from '#server/platform/db/query.ts'

export interface MemberRow {
  id: string
  memberId: string
  name: string
  planId: string
  planName: string
  priceCents: number
  currency: string
  interval: BillingInterval
  state: MemberState
  since: Date
  months: number
  totalCents: number
  accessUntil: Date | null
  status: 'active' | 'past_due' | 'paused' | 'canceled' | 'expired'
  cancelAtPeriodEnd: boolean
  /** null: not shared. */
  email: string | null
  lastSeen: Date | null
}

export interface MemberFilter {
  state: MemberState | null
  planId: string | null
  /** Part of a name. */
  name: string | null
}

/** Of a row of `subscriptions` called `s` that was paid for. */
function stateSql(now: Date): RawBuilder<MemberState> {
  return sql<MemberState>`case when s.status = 'paused' then 'paused' when not ${hasAccessSql(now)} then 'past'
    when s.status = 'canceled' or s.cancel_at_period_end then 'ending'
    when s.status = 'past_due' or s.access_until <= ${now}::timestamptz then 'grace' else 'active' end`
}

/** The newest membership of its member on the page, of those that were paid for. */
const isNewestSql = sql`(s.access_until is not null and not s.has_newer)`

/** What members share ends with their membership. */
function memberColumns(now: Date) {
  return sql`s.id, s.member_id as "memberId", u.name, s.plan_id as "planId",
    p.name as "planName", s.price_cents as "priceCents", s.currency, s.interval, ${stateSql(now)} as state,
    s.status, s.cancel_at_period_end as "cancelAtPeriodEnd", s.access_until as "accessUntil", began.since,
    coalesce(paid.months, 0)::integer as months, coalesce(paid.cents, 0)::bigint as "totalCents",
    case when shared.shares_email and ${stateSql(now)} <> 'past' then u.email end as email,
    case when shared.shares_last_seen and ${stateSql(now)} <> 'past' then (select max(o.opened_at)
      from post_openings o join posts on posts.id = o.post_id
      where o.member_id = s.member_id and posts.creator_id = s.creator_id) end as "lastSeen"`
}

const memberTables = sql`subscriptions s join users u on u.id = s.member_id join plans p on p.id = s.plan_id
  left join member_sharing shared on shared.member_id = s.member_id and shared.creator_id = s.creator_id
  cross join lateral (select min(coalesce(own.activated_at, own.created_at)) as since from subscriptions own
    where own.member_id = s.member_id and own.creator_id = s.creator_id and own.access_until is not null) began
  cross join lateral (select sum(pay.amount_cents - pay.refunded_cents) filter (where pay.currency = s.currency) as cents,
      sum(case pay.interval when 'yearly' then 12 else 1 end)
        filter (where pay.kind = 'period' and pay.refunded_cents < pay.amount_cents) as months
    from payments pay where pay.creator_id = s.creator_id and pay.member_id = s.member_id) paid`

function isNamedSql(name: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users u where u.id = s.member_id and position(lower(${name}::text) in lower(u.name)) > 0)`
}

/** A creator's members, newest first. A name that many have is common enough to be met from the newest on. */
export async function listMembers(
  db: Db,
  creatorId: string,
  { state, planId, name }: MemberFilter,
  page: { beforeId: string | null; limit: number; now: Date },
): Promise<MemberRow[]> {
  const few = name === null ? null : await listPayersNamed(db, creatorId, name)
  const conditions = [
    sql`s.creator_id = ${creatorId} and ${isNewestSql}`,
    ...(page.beforeId === null ? [] : [sql`s.id < ${page.beforeId}::uuid`]),
    ...(state === null ? [] : [sql`${stateSql(page.now)} = ${state}::text`]),
    ...(planId === null ? [] : [sql`s.plan_id = ${planId}::uuid`]),
    ...(name === null ? [] : [few === null ? isNamedSql(name) : sql`s.member_id = any(${few}::uuid[])`]),
  ]
  return many(
    db,
    sql<MemberRow>`with found as materialized (select s.id from subscriptions s
        where ${sql.join(conditions, sql` and `)} order by s.id desc limit ${page.limit})
      select ${memberColumns(page.now)} from found join ${memberTables} on s.id = found.id order by s.id desc`,
  )
}

/** null also when it is another page's. */
export function findMember(
  db: Db,
  creatorId: string,
  { id, now }: { id: string; now: Date },
): Promise<MemberRow | null> {
  return maybeOne(
    db,
    sql<MemberRow>`select ${memberColumns(now)} from ${memberTables}
      where s.id = ${id} and s.creator_id = ${creatorId} and s.access_until is not null`,
  )
}

/** Whether the paid time goes on, is over, or has been over for longer than the grace. */
const stretchesSql = (now: Date) => {
  const graceAgo = new Date(now.getTime() - GRACE_DAYS * 86_400_000)
  return sql`(values ('running', ${now}::timestamptz, timestamptz 'infinity'), ('grace', ${graceAgo}::timestamptz, ${now}::timestamptz),
    ('past', timestamptz '-infinity', ${graceAgo}::timestamptz)) t (stretch, after, access_until)`
}

/**
 * From what is kept of a page for each status, and whether it ends with its period (`member_counts`). What else tells
 * states apart is whether the paid time goes on, is over, or has been over for longer than the grace: for most whose membership
 * has ended it is long over, and for most others it goes on. Those for whom it is otherwise are counted by an index, and
 * taken off. `s` stands for all memberships of a status and a stretch, and is the last of them.
 */
export function countMembers(db: Db, creatorId: string, now: Date): Promise<Record<MemberState, number>> {
  const of = (state: MemberState) => sql`coalesce(sum(members) filter (where state = ${state}), 0)::integer`
  return one(
    db,
    sql<Record<MemberState, number>>`with kept as (
        select status, cancel_at_period_end, sum(members) as members,
          case when status in ('canceled', 'expired') then 'past' else 'running' end as usual
        from member_counts where creator_id = ${creatorId} group by status, cancel_at_period_end),
      unusual as materialized (
        select kept.status, kept.cancel_at_period_end, t.access_until, (select count(*) from subscriptions m
            where m.creator_id = ${creatorId} and m.status = kept.status
              and m.cancel_at_period_end = kept.cancel_at_period_end and m.access_until is not null and not m.has_newer
              and m.access_until > t.after and m.access_until <= t.access_until) as members
        from kept join ${stretchesSql(now)} on t.stretch <> kept.usual and kept.status <> 'paused')
      select ${of('active')} as active, ${of('ending')} as ending, ${of('grace')} as grace, ${of('paused')} as paused,
        ${of('past')} as past
      from (select ${stateSql(now)} as state, s.members from (
          select * from unusual
          union all
          select kept.status, kept.cancel_at_period_end, t.access_until, kept.members - coalesce((select sum(u.members)
              from unusual u where u.status = kept.status and u.cancel_at_period_end = kept.cancel_at_period_end), 0)
          from kept join ${stretchesSql(now)} on t.stretch = kept.usual) s) counted`,
  )
}

export interface MemberPayment {
  id: string
  planName: string
  amountCents: number
  refundedCents: number
  refundableCents: number
  currency: string
  capturedAt: Date
}

/** What a member paid a page last; at most ten. */
export function listMemberPayments(
  db: Db,
  { creatorId, memberId }: { creatorId: string; memberId: string },
): Promise<MemberPayment[]> {
  return many(
    db,
    sql<MemberPayment>`select p.id, p.plan_name as "planName", p.amount_cents as "amountCents",
        p.refunded_cents as "refundedCents", ${leftCentsSql(sql`p`)} as "refundableCents",
        p.currency, p.captured_at as "capturedAt"
      from payments p where p.creator_id = ${creatorId} and p.member_id = ${memberId} order by p.id desc limit 10`,
  )
}
