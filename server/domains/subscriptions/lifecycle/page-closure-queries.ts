import type { ExchangedTime } from '#contract/subscriptions/engine/unused-time.ts'
import { joinTaken, leftCentsSql, takenColumns } from '#server/domains/payments/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import { isLiveSql } from '../access.ts'
import {
  creditColumns,
  isCreditSql,
  isReturnableSql,
  type PaidTimeLeft,
  type ReturnDue,
} from '../refunds/unused-time-queries.ts'

/**
 * Memberships that would still renew on pages whose owner is leaving; at most 500. Starts from the few owners who are
 * leaving.
 */
export async function listToEndIds(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from users u join creators c on c.user_id = u.id
        join subscriptions s on s.creator_id = c.id
      where u.deletion_due_at is not null and u.erased_at is null
        and ${isLiveSql} and not s.cancel_at_period_end order by s.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Memberships that were to end with their page, whose owner stays after all; at most 500. */
export async function listToKeepIds(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from subscriptions s join creators c on c.id = s.creator_id
        join users u on u.id = c.user_id
      where s.ends_with_page and u.deletion_due_at is null and u.erased_at is null and c.hidden_at is null
      order by s.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Records whether only the closing of its page ends a locked membership. Answers whether that is new. */
export async function setEndsWithPage(db: Db, id: string, endsWithPage: boolean): Promise<boolean> {
  const changed = await run(
    db,
    sql`update subscriptions set ends_with_page = ${endsWithPage}
      where id = ${id} and ends_with_page <> ${endsWithPage}`,
  )
  return changed > 0
}

/**
 * Records that the page of an erased owner closed, as of when it could no longer be used: since they asked for their
 * deletion, or since an earlier suspension that is still in place. Written once.
 */
export async function insertClosing(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`insert into page_closings (creator_id, closed_at)
      select c.id, least(u.deletion_requested_at, (
        select x.suspended_at from account_suspensions x where x.user_id = u.id and x.reinstated_at is null))
      from users u join creators c on c.user_id = u.id
      where u.id = ${userId} and u.erased_at is not null and u.deletion_requested_at is not null
      on conflict do nothing`,
  )
}

/** Since when a page has been closed for good; null if it isn't. */
export async function findClosedAt(db: Db, creatorId: string): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<{
      closedAt: Date
    }>`select closed_at as "closedAt" from page_closings where creator_id = ${creatorId}`,
  )
  return row?.closedAt ?? null
}

/** Memberships of closed pages that run, or were paid beyond the closing; at most 500. */
export function listClosingReturnsDue(db: Db): Promise<ReturnDue[]> {
  return many(
    db,
    sql<ReturnDue>`select s.id as "subscriptionId", null::uuid as "suspensionId"
      from page_closings x join subscriptions s on s.creator_id = x.creator_id
      where x.settled_at is null and (${isLiveSql} or s.access_until > x.closed_at)
      order by s.id limit 500`,
  )
}

/** Settles the closings with nothing left to do; answers whose they are. */
export async function settleFinishedClosings(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ creatorId: string }>`update page_closings x set settled_at = ${now}
      where x.settled_at is null and not exists (select from subscriptions s
        where s.creator_id = x.creator_id and (${isLiveSql} or s.access_until > x.closed_at))
      returning x.creator_id as "creatorId"`,
  )
  return rows.map(({ creatorId }) => creatorId)
}

/** A payment of a membership, with what decides how a refund of it is split. Amounts in cents. */
export type ReturnablePayment = PaidTimeLeft & {
  subscriptionId: string
  feeBasisPoints: number
  feeCents: number
  /** What may still be given back. */
  returnableCents: number
  /** What refunds and disputes took, and the platform's share of it. */
  takenCents: number
  takenFeeCents: number
}

/** A page's next memberships that are paid beyond a moment, ordered by id. */
export async function listPaidBeyond(
  db: Db,
  {
    creatorId,
    currency,
    since,
    afterId,
    limit,
  }: { creatorId: string; currency: string; since: Date; afterId: string; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from subscriptions s
      where s.creator_id = ${creatorId} and s.currency = ${currency} and s.access_until > ${since} and s.id > ${afterId}::uuid
      order by s.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * The payments of these memberships that may go back for the time after a moment, newest first within each: payments
 * for a period that ends later, and those whose worth bought such time after a move from a dearer plan.
 */
export function listReturnablePayments(
  db: Db,
  subscriptionIds: readonly string[],
  since: Date,
): Promise<ReturnablePayment[]> {
  return many(
    db,
    sql<ReturnablePayment>`select p.subscription_id as "subscriptionId", p.id as "paymentId",
        p.captured_at as "paidAt", p.amount_cents as "amountCents", p.amount_cents - p.refunded_cents as "leftCents",
        p.period_from as "from", p.period_until as until, p.fee_basis_points as "feeBasisPoints",
        p.fee_cents as "feeCents", ${leftCentsSql(sql`p`)} as "returnableCents", ${takenColumns}
      from payments p ${joinTaken}
      where p.subscription_id = any(${subscriptionIds}::uuid[]) and ${isReturnableSql}
        and (p.period_until > ${since} or exists (select from subscription_changes ch
          where ch.subscription_id = p.subscription_id and ${isCreditSql} and ch.starts_at > ${since}))
      order by p.subscription_id, p.captured_at desc, p.id desc`,
  )
}

/** The last time bought by credit, for each of these memberships that has some. */
export function listCredits(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<(ExchangedTime & { subscriptionId: string })[]> {
  return many(
    db,
    sql<ExchangedTime & { subscriptionId: string }>`select distinct on (ch.subscription_id)
        ch.subscription_id as "subscriptionId", ${creditColumns}
      from subscription_changes ch
      where ch.subscription_id = any(${subscriptionIds}::uuid[]) and ${isCreditSql}
      order by ch.subscription_id, ch.settled_at desc`,
  )
}

/** Who owns the page of a subscription. */
export async function findPageOwnerId(db: Db, id: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      ownerId: string
    }>`select c.user_id as "ownerId" from subscriptions s join creators c on c.id = s.creator_id
      where s.id = ${id}`,
  )
  return row?.ownerId ?? null
}
