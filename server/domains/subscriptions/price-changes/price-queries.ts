import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import { lockSubscriptionWhere } from '../lock-queries.ts'
import { columns, type SubscriptionRow, tables } from '../queries.ts'

const isAsked = sql`offer.ends_at is not null and s.status in ('active', 'past_due') and not s.cancel_at_period_end`

/**
 * Members who are asked to agree to this version's price, and haven't; at most 500, after this id. Nobody once another
 * edit has replaced it.
 */
export function listAskedForPrice(
  db: Db,
  planVersionId: string,
  afterId: string | null,
): Promise<SubscriptionRow[]> {
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables}
      where s.plan_id = (select plan_id from plan_versions where id = ${planVersionId}) and ${isAsked}
        and offer.version_id = ${planVersionId} and (${afterId}::uuid is null or s.id > ${afterId}::uuid)
      order by s.id limit 500`,
  )
}

/** Members who let the time to agree to a new price pass; at most 500. */
export async function listPriceUnansweredIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from ${tables} where ${isAsked} and offer.ends_at <= ${now}
        and s.plan_id in (select plan_id from plan_price_notices where ends_at <= ${now})
      order by s.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Locks one of them; null when it has been answered by now. */
export function lockPriceUnanswered(db: Db, id: string, now: Date): Promise<SubscriptionRow | null> {
  return lockSubscriptionWhere(db, id, sql`${isAsked} and offer.ends_at <= ${now}`)
}

/**
 * The next renewal charges for that version's plan, and not what it should: the version's price, or what the member agreed
 * to if that is less. It is the newest version.
 */
const isPricedOtherwise = (planVersionId: string) => sql`s.status in ('active', 'past_due', 'paused')
  and s.access_until is not null and exists (
    select from plan_versions newest
      join plan_versions due on due.id = coalesce(s.next_plan_version_id, s.plan_version_id)
      join plan_versions agreed on agreed.id = coalesce(s.next_agreed_version_id, due.id)
    where newest.id = ${planVersionId} and due.plan_id = newest.plan_id
      and due.price_cents <> least(agreed.price_cents, newest.price_cents)
      and newest.version = (select max(v.version) from plan_versions v where v.plan_id = newest.plan_id))`

/** Subscriptions that the newest version of their plan gives another price; at most 500. */
export async function listPricedOtherwiseIds(db: Db, planVersionId: string): Promise<string[]> {
  const plan = sql`(select v.plan_id from plan_versions v where v.id = ${planVersionId})`
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from subscriptions s
      where (s.plan_id = ${plan} or s.next_plan_id = ${plan}) and ${isPricedOtherwise(planVersionId)}
      order by s.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Locks one of them; null if its price is right by now. */
export function lockPricedOtherwise(
  db: Db,
  id: string,
  planVersionId: string,
): Promise<SubscriptionRow | null> {
  return lockSubscriptionWhere(db, id, isPricedOtherwise(planVersionId))
}

/** A version of a plan: which plan it belongs to, and what it costs per month, in cents. */
export function getVersion(db: Db, planVersionId: string): Promise<{ planId: string; priceCents: number }> {
  return one(
    db,
    sql<{ planId: string; priceCents: number }>`select plan_id as "planId", price_cents as "priceCents"
      from plan_versions where id = ${planVersionId}`,
  )
}

/** The version of a plan that new members join at. */
export async function getNewestVersionId(db: Db, planId: string): Promise<string> {
  const { id } = await one(
    db,
    sql<{ id: string }>`select id from plan_versions where plan_id = ${planId} order by version desc limit 1`,
  )
  return id
}
