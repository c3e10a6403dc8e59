import { isSuspendedOwnerSql } from '#server/domains/accounts/service.ts'
import { isDisputedSql, paymentsInDisputeSql } from '#server/domains/payments/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import { isLiveSql } from '../access.ts'
import { lockSubscriptionWhere } from '../lock-queries.ts'
import type { DueNotice } from '../notices/notice-queries.ts'
import type { SubscriptionRow } from '../queries.ts'
import type { ReturnDue } from '../refunds/unused-time-queries.ts'

/** Whether a bank disputes a payment by the member to the page, for rows called `s`. */
const isInDispute = isDisputedSql({ memberId: sql`s.member_id`, creatorId: sql`s.creator_id` })

/** Whether it must not be charged: the page's owner or the member is suspended, or a bank disputes a payment. */
const isConcerned = sql`(${isSuspendedOwnerSql} or ${isInDispute} or exists (
  select from users m where m.id = s.member_id and m.status = 'suspended'))`

/** Whether it would be charged again, or can still be paid. */
const isCharged = sql`s.status in ('pending', 'active', 'past_due') and not s.cancel_at_period_end`

async function idsOf(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  return (await many(db, query)).map(({ id }) => id)
}

/**
 * Memberships that still renew though they must not be charged; at most 500. Starts from the few suspensions and
 * disputes.
 */
export function listToHoldIds(db: Db): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from users u join creators c on c.user_id = u.id
        join subscriptions s on s.creator_id = c.id where u.status = 'suspended' and ${isCharged}
      union
      select s.id from users u join subscriptions s on s.member_id = u.id where u.status = 'suspended' and ${isCharged}
      union
      select s.id from ${paymentsInDisputeSql} asked join payments p on p.id = asked.payment_id
        join subscriptions s on s.member_id = p.member_id and s.creator_id = p.creator_id where ${isCharged}
      limit 500`,
  )
}

/** Locks one of them; null when it, or what would hold it, is over by now. */
export function lockToHold(db: Db, id: string): Promise<SubscriptionRow | null> {
  return lockSubscriptionWhere(db, id, sql`${isCharged} and ${isConcerned}`)
}

/** Memberships that are held though nothing requires it any more; at most 500. */
export function listToReleaseIds(db: Db): Promise<string[]> {
  return idsOf(
    db,
    sql<{ id: string }>`select s.id from subscriptions s join creators c on c.id = s.creator_id
      where s.held_at is not null and not ${isConcerned} order by s.id limit 500`,
  )
}

export function lockToRelease(db: Db, id: string): Promise<SubscriptionRow | null> {
  return lockSubscriptionWhere(db, id, sql`s.held_at is not null and not ${isConcerned}`)
}

/**
 * Records that a suspension or a dispute stopped the renewals; null: it no longer does. False if there was nothing to
 * lift.
 */
export async function setHeld(db: Db, id: string, heldAt: Date | null): Promise<boolean> {
  const changed = await run(
    db,
    sql`update subscriptions set held_at = ${heldAt}::timestamptz
      where id = ${id} and held_at is distinct from ${heldAt}::timestamptz`,
  )
  return changed > 0
}

/**
 * Members who have access to a suspended page and should hear of the suspension, but haven't; at most 500. Those who
 * were notified also hear that it is back, up to a month after. For all subscriptions, or for one.
 */
export function listHoldNotices(
  db: Db,
  now: Date,
  subscriptionId: string | null = null,
): Promise<DueNotice[]> {
  const isMeant = sql`(${subscriptionId}::uuid is null or s.id = ${subscriptionId}::uuid)`
  const untold = (kind: string, about: ReturnType<typeof sql>) =>
    sql`not exists (select from subscription_notices n
      where n.subscription_id = s.id and n.kind = ${kind} and n.about = ${about})`
  return many(
    db,
    sql<DueNotice>`select s.id as "subscriptionId", 'page_suspended' as kind, x.suspended_at as about
      from account_suspensions x join creators c on c.user_id = x.user_id
        join subscriptions s on s.creator_id = c.id
      where x.reinstated_at is null and ${isMeant} and s.access_until is not null
        and (s.status in ('active', 'past_due', 'paused') or s.access_until > ${now} or s.held_at is not null)
        and ${untold('page_suspended', sql`x.suspended_at`)}
      union all
      select s.id, 'page_back', x.reinstated_at
      from account_suspensions x join creators c on c.user_id = x.user_id
        join subscriptions s on s.creator_id = c.id
        cross join lateral (select from subscription_notices told where told.subscription_id = s.id
          and told.kind = 'page_suspended' and told.about = x.suspended_at offset 0) told
      where x.reinstated_at > ${now}::timestamptz - make_interval(days => 30) and not ${isSuspendedOwnerSql}
        and ${isMeant} and s.held_at is null and ${untold('page_back', sql`x.reinstated_at`)}
      limit 500`,
  )
}

/** How many memberships of a page are running, and how many of them a suspension has stopped from renewing. */
export function countMemberships(db: Db, creatorId: string): Promise<{ running: number; held: number }> {
  return one(
    db,
    sql<{ running: number; held: number }>`select count(*)::integer as running,
        count(*) filter (where s.held_at is not null and not ${isInDispute})::integer as held
      from subscriptions s where s.creator_id = ${creatorId} and s.status in ('active', 'past_due', 'paused')`,
  )
}

/**
 * Memberships of pages that were suspended before then and still are: those that run, or were paid beyond the
 * suspension; at most 500. A membership that has ended with the page no longer matches.
 */
export function listReturnsDue(db: Db, suspendedBefore: Date): Promise<ReturnDue[]> {
  return many(
    db,
    sql<ReturnDue>`select s.id as "subscriptionId", x.id as "suspensionId"
      from account_suspensions x join creators c on c.user_id = x.user_id
        join subscriptions s on s.creator_id = c.id
      where x.reinstated_at is null and x.suspended_at <= ${suspendedBefore}
        and (${isLiveSql} or s.access_until > x.suspended_at)
      order by s.id limit 500`,
  )
}

/** Since when; null if it was lifted. Lifting it waits until the consequences are written. */
export async function lockOpenSuspension(db: Db, id: string): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<{ suspendedAt: Date }>`select suspended_at as "suspendedAt" from account_suspensions
      where id = ${id} and reinstated_at is null for share`,
  )
  return row?.suspendedAt ?? null
}
