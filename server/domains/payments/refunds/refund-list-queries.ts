import type { RawBuilder } from 'kysely'

import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { isOpenedByPlanSql } from '#server/domains/audiences/service.ts'
import { heldPlanColumns } from '#server/domains/plans/service.ts'
import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import { isUnansweredFailureSql, refundColumns, type RefundRow } from './refund-queries.ts'

/**
 * The posts that a payment `p` has opened until now, itself or a file in them: how many there are, and how many of them the member has opened
 * since they paid. A query over that payment.
 */
function postsOfPayment(now: Date): RawBuilder<unknown> {
  const openedSql = (audienceId: RawBuilder<unknown>) =>
    isOpenedByPlanSql({ since: sql`p.captured_at`, now }, audienceId)
  return sql`select count(*)::bigint as "totalCount", count(o.post_id)::bigint as "openedCount"
    from posts po
      cross join (select ${heldPlanColumns} from plans h, plan_versions agreed
        where h.id = p.plan_id and agreed.id = p.plan_version_id) own
      left join post_openings o on o.post_id = po.id and o.member_id = p.member_id and o.opened_at >= p.captured_at
    where po.creator_id = p.creator_id and post_is_published(po)
      and (${openedSql(sql`po.audience_id`)} or exists (select from post_files f
        where f.post_id = po.id and f.audience_id is not null and ${openedSql(sql`f.audience_id`)}))`
}

/** How many of the posts that a payment opened its member has read. */
export function countOpenedPosts(
  db: Db,
  paymentId: string,
  now: Date,
): Promise<{ openedCount: number; totalCount: number }> {
  return one(
    db,
    sql<{ openedCount: number; totalCount: number }>`select used.* from payments p
      cross join lateral (${postsOfPayment(now)}) used where p.id = ${paymentId}`,
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
  return many(
    db,
    sql<RefundOfSupporterRow>`select ${refundColumns}, u.name as "supporterName", p.plan_name as "planName",
        p.currency, p.amount_cents as "paidCents", p.captured_at as "paidAt", r.requested_at as "requestedAt",
        r.decided_at as "decidedAt", r.decision_note as "decisionNote", used.*
      from refunds r join payments p on p.id = r.payment_id join users u on u.id = p.member_id
        cross join lateral (${postsOfPayment(page.now)}) used
      where p.creator_id = ${creatorId} and (${page.status}::text is null or r.status = ${page.status})
        and (${page.beforeId}::uuid is null or r.id < ${page.beforeId}::uuid)
      order by r.id desc limit ${page.limit}`,
  )
}

/**
 * Refunds that are approved and not refused lately, or with the provider and not checked lately: longest ago first, so
 * that none is passed over however many there are.
 */
export async function listDueRefundIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from refunds
      where status in ('approved', 'sent') and (next_attempt_at is null or next_attempt_at <= ${now})
      order by next_attempt_at nulls first limit 500`,
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
