import type { BillingInterval } from '#contract/plans/pricing.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import { columns, type SubscriptionRow, tables } from '../queries.ts'

/** All of a member's subscriptions that will be charged again unless they are stopped. */
export function listRenewing(db: Db, memberId: string): Promise<SubscriptionRow[]> {
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables}
      where s.member_id = ${memberId} and s.status in ('pending', 'active', 'past_due')
        and not s.cancel_at_period_end and (s.status <> 'pending' or s.access_until is not null)
      order by s.id`,
  )
}

/** What one subscription may cost, on its present terms or on terms that can still be paid for. */
export interface Commitment {
  subscriptionId: string
  creatorId: string
  currency: string
  interval: BillingInterval
  priceCents: number
  /** The amount waiting for the next charge. */
  carriedCents: number
}

/**
 * Everything a member is committed to, or may be at any moment: renewing memberships, those a suspension only holds,
 * attempts that can still be paid, and the terms of changes that can.
 */
export function listCommitments(db: Db, memberId: string, now: Date): Promise<Commitment[]> {
  return many(
    db,
    sql<Commitment>`select s.id as "subscriptionId", s.creator_id as "creatorId", s.currency,
        coalesce(s.next_interval, s.interval) as interval, coalesce(s.next_price_cents, s.price_cents) as "priceCents",
        s.carried_cents as "carriedCents"
      from subscriptions s
      where s.member_id = ${memberId} and not s.cancel_at_period_end
        and (s.status in ('active', 'past_due') or (s.status = 'paused' and s.held_at is not null)
          or (s.status = 'pending' and coalesce(s.order_expires_at > ${now}, true)))
      union all
      select s.id, s.creator_id, s.currency, ch.interval, ch.price_cents, ch.carried_cents
      from subscriptions s join subscription_changes ch on ch.subscription_id = s.id and ch.status = 'open'
      where s.member_id = ${memberId} and coalesce(ch.expires_at > ${now}, true)`,
  )
}

/** In cents per month; null: no limit. Locked, so that two joins at the same time are counted one after the other. */
export async function lockBudget(db: Db, memberId: string): Promise<number | null> {
  const row = await maybeOne(
    db,
    sql<{ cents: number }>`select monthly_cents as cents from member_budgets
      where member_id = ${memberId} for update`,
  )
  return row?.cents ?? null
}

export async function findBudget(db: Db, memberId: string): Promise<number | null> {
  const row = await maybeOne(
    db,
    sql<{ cents: number }>`select monthly_cents as cents from member_budgets where member_id = ${memberId}`,
  )
  return row?.cents ?? null
}

export async function saveBudget(
  db: Db,
  memberId: string,
  monthlyCents: number | null,
  now: Date,
): Promise<void> {
  await run(
    db,
    monthlyCents === null
      ? sql`delete from member_budgets where member_id = ${memberId}`
      : sql`insert into member_budgets (member_id, monthly_cents, updated_at)
          values (${memberId}, ${monthlyCents}, ${now})
          on conflict (member_id) do update set monthly_cents = excluded.monthly_cents, updated_at = excluded.updated_at`,
  )
}

export interface YearlyRow {
  year: number
  currency: string
  pageName: string
  handle: string
  cents: number
  payments: number
}

/** What a member paid and did not get back, by year, currency and creator: newest year first, then largest first. */
export function listPaidByYear(db: Db, memberId: string): Promise<YearlyRow[]> {
  return many(
    db,
    sql<YearlyRow>`select extract(year from p.captured_at at time zone 'UTC')::integer as year, p.currency,
        c.page_name as "pageName", c.handle, sum(p.amount_cents - p.refunded_cents)::bigint as cents,
        count(*)::integer as payments
      from payments p join creators c on c.id = p.creator_id
      where p.member_id = ${memberId} and p.refunded_cents < p.amount_cents
      group by 1, 2, 3, 4 order by 1 desc, 2 desc, 5 desc`,
  )
}
