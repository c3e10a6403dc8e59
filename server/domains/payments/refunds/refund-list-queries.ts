import type { RawBuilder } from 'kysely'

import { type RefundStatus, refundStatus } from '#contract/payments/refund-status.ts'
import { isOpenedByPlanSql } from '#server/domains/audiences/service.ts'
import { heldPlanColumns } from '#server/domains/plans/service.ts'
import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import { isUnansweredFailureSql, refundColumns, type RefundRow } from './refund-queries.ts'

/** Sums of `post_counts`, and posts with files for an audience of their own, by whom both are for: of one page, and few. */
function countedSql(creatorId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`counted as materialized (select c.audience_id, sum(c.posts) as posts from post_counts c
      where c.creator_id = ${creatorId} and c.is_out group by c.audience_id),
    filed as materialized (select po.audience_id, f.audience_ids, count(*) as posts
      from (select post_id, array_agg(distinct audience_id order by audience_id) as audience_ids from post_files
          where audience_id in (select id from audiences where creator_id = ${creatorId}) group by post_id) f
        join posts po on po.id = f.post_id
      where post_is_published(po) group by po.audience_id, f.audience_ids)`
}

/**
 * The posts that a payment `p` has opened until now, itself or a file in them: how many there are, and how many of them the member has opened
 * since they paid. A query over that payment, beside {@link countedSql} of its page.
 */
function postsOfPayment(now: Date): RawBuilder<unknown> {
  return sql`with opened as materialized (select a.id
      from (select audience_id as id from counted union select unnest(audience_ids) from filed) a
        cross join (select ${heldPlanColumns} from plans h, plan_versions agreed
          where h.id = p.plan_id and agreed.id = p.plan_version_id) own
      where ${isOpenedByPlanSql({ since: sql`p.captured_at`, now }, sql`a.id`)})
    select (select coalesce(sum(posts), 0) from (
        select posts from counted where audience_id in (select id from opened)
        union all select posts from filed where audience_id not in (select id from opened)
          and audience_ids && array(select id from opened)) posts)::bigint as "totalCount",
      (select count(*) from post_openings o join posts po on po.id = o.post_id
        where o.member_id = p.member_id and o.opened_at >= p.captured_at and po.creator_id = p.creator_id
          and post_is_published(po) and (po.audience_id in (select id from opened) or exists (
            select from post_files f where f.post_id = po.id and f.audience_id in (select id from opened)
          )))::bigint as "openedCount"`
}

/** How many of the posts that a payment opened its member has read. */
export function countOpenedPosts(
  db: Db,
  paymentId: string,
  now: Date,
): Promise<{ openedCount: number; totalCount: number }> {
  return one(
    db,
    sql<{ openedCount: number; totalCount: number }>`with
        ${countedSql(sql`(select creator_id from payments where id = ${paymentId})`)}
      select used.* from payments p cross join lateral (${postsOfPayment(now)}) used where p.id = ${paymentId}`,
  )
}

export interface RefundOfSupporterRow extends RefundRow {
  supporterName: string
  planName: string
  currency: string
  paidCents: number
  paidAt: Date
  requestedAt: Date
  decidedAt: Date | null
  decisionNote: string
  openedCount: number
  totalCount: number
}

/** Refunds of one creator's supporters, newest first. */
export function listRefundsOfCreator(
  db: Db,
  creatorId: string,
  page: { beforeId: string | null; limit: number; status: RefundStatus | null; now: Date },
): Promise<RefundOfSupporterRow[]> {
  const statuses = page.status === null ? refundStatus.options : [page.status]
  return many(
    db,
    // The newest of each status, so that one index has them all in order.
    sql<RefundOfSupporterRow>`with ${countedSql(sql`${creatorId}`)},
        listed as materialized (select r.* from unnest(${[...statuses]}::text[]) as wanted (status)
            cross join lateral (select * from refunds own
              where own.creator_id = ${creatorId} and own.status = wanted.status
                and (${page.beforeId}::uuid is null or own.id < ${page.beforeId}::uuid)
              order by own.id desc limit ${page.limit}) r
          order by r.id desc limit ${page.limit})
      select ${refundColumns}, u.name as "supporterName", p.plan_name as "planName",
        p.currency, p.amount_cents as "paidCents", p.captured_at as "paidAt", r.requested_at as "requestedAt",
        r.decided_at as "decidedAt", r.decision_note as "decisionNote", used.*
      from listed r join payments p on p.id = r.payment_id join users u on u.id = p.member_id
        cross join lateral (${postsOfPayment(page.now)}) used
      order by r.id desc`,
  )
}

/**
 * Refunds that are approved and not refused lately, or with the provider and not checked lately: longest ago first, so
 * that none is passed over however many there are. Approved ones stop while a bank disputes their payment.
 */
export async function listDueRefundIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from refunds r
      where status in ('approved', 'sent') and (next_attempt_at is null or next_attempt_at <= ${now})
        and not (status = 'approved' and exists (select from disputes d
          where d.payment_id = r.payment_id and d.status = 'open'))
      order by next_attempt_at nulls first limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** The approved refunds of a disputed payment, due at once. */
export async function takeStopped(db: Db, providerDisputeId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`update refunds r set next_attempt_at = null from disputes d
      where d.provider_dispute_id = ${providerDisputeId} and r.payment_id = d.payment_id and r.status = 'approved'
      returning r.id`,
  )
  return rows.map(({ id }) => id)
}

/** How many refunds wait for something out of the ordinary: another attempt, a bank transfer, a decision to retry. */
export function countTroubledRefunds(db: Db): Promise<{ delayed: number; manual: number; failed: number }> {
  return one(
    db,
    sql<{ delayed: number; manual: number; failed: number }>`select
        count(*) filter (where r.status = 'approved' and r.attempts > 0)::integer as delayed,
        count(*) filter (where r.status = 'manual')::integer as manual,
        count(*) filter (where r.status = 'failed' and ${isUnansweredFailureSql})::integer as failed
      from refunds r where r.status in ('approved', 'manual', 'failed')`,
  )
}

/** Which of these provider refunds we don't know. */
export async function listUnknownRefundIds(db: Db, providerRefundIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select given.id from unnest(${[...providerRefundIds]}::text[]) as given (id)
      where not exists (select from refunds r where r.provider_refund_id = given.id)`,
  )
  return rows.map(({ id }) => id)
}
