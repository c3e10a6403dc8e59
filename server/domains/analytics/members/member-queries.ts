import type { RawBuilder } from 'kysely'

import type { MemberState } from '#contract/analytics/member-routes.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
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
const isNewestSql = sql`(s.access_until is not null and not exists (select from subscriptions newer
  where newer.member_id = s.member_id and newer.creator_id = s.creator_id and newer.access_until is not null
    and newer.id > s.id))`

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

/** A creator's members, newest first. */
export function listMembers(
  db: Db,
  creatorId: string,
  { state, planId, name }: MemberFilter,
  page: { beforeId: string | null; limit: number; now: Date },
): Promise<MemberRow[]> {
  return many(
    db,
    sql<MemberRow>`select ${memberColumns(page.now)} from ${memberTables}
      where s.creator_id = ${creatorId} and ${isNewestSql}
        and (${page.beforeId}::uuid is null or s.id < ${page.beforeId}::uuid)
        and (${state}::text is null or ${stateSql(page.now)} = ${state}::text)
        and (${planId}::uuid is null or s.plan_id = ${planId}::uuid)
        and (${name}::text is null or position(lower(${name}::text) in lower(u.name)) > 0)
      order by s.id desc limit ${page.limit}`,
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

export function countMembers(db: Db, creatorId: string, now: Date): Promise<Record<MemberState, number>> {
  const of = (state: MemberState) => sql`count(*) filter (where state = ${state})::integer`
  return one(
    db,
    sql<Record<MemberState, number>>`select ${of('active')} as active, ${of('ending')} as ending,
        ${of('grace')} as grace, ${of('paused')} as paused, ${of('past')} as past
      from (select ${stateSql(now)} as state from subscriptions s
        where s.creator_id = ${creatorId} and ${isNewestSql}) members`,
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
        p.refunded_cents as "refundedCents", greatest(0, p.amount_cents - p.refunded_cents - (select coalesce(sum(d.amount_cents), 0) from disputes d
          where d.payment_id = p.id and d.status in ('open', 'lost')))::bigint as "refundableCents",
        p.currency, p.captured_at as "capturedAt"
      from payments p where p.creator_id = ${creatorId} and p.member_id = ${memberId} order by p.id desc limit 10`,
  )
}
