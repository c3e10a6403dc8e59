import type { RefundStatus } from '#contract/payments/refund-routes.ts'
import { heldPlanColumns, includesPlanSql } from '#server/domains/plans/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** A payment as whoever moves its money sees it. Amounts in cents. */
export interface LockedPayment {
  id: string
  providerPaymentId: string
  memberId: string
  creatorId: string
  planId: string
  currency: string
  amountCents: number
  feeBasisPoints: number
  feeCents: number
  refundedCents: number
  /** What disputes hold or took. */
  disputedCents: number
  /** The platform's share in what was given back or is held. */
  returnedFeeCents: number
  capturedAt: Date
}

function lockPaymentWhere(condition: ReturnType<typeof sql>) {
  return sql<LockedPayment>`select p.id, p.provider_payment_id as "providerPaymentId", p.member_id as "memberId",
      p.creator_id as "creatorId", p.plan_id as "planId", p.currency, p.amount_cents as "amountCents",
      p.fee_basis_points as "feeBasisPoints", p.fee_cents as "feeCents", p.refunded_cents as "refundedCents",
      (select coalesce(sum(d.amount_cents), 0)::bigint from disputes d
        where d.payment_id = p.id and d.status in ('open', 'lost')) as "disputedCents",
      ((select coalesce(sum(r.fee_cents), 0) from refunds r
        where r.payment_id = p.id and r.status in ('approved', 'sent', 'processed'))
      + (select coalesce(sum(d.fee_cents), 0) from disputes d
        where d.payment_id = p.id and d.status in ('open', 'lost')))::bigint as "returnedFeeCents",
      p.captured_at as "capturedAt"
    from payments p where ${condition} for update of p`
}

/** Everything that takes money back from a payment locks it first. */
export function lockPayment(db: Db, id: string): Promise<LockedPayment | null> {
  return maybeOne(db, lockPaymentWhere(sql`p.id = ${id}`))
}

export function lockPaymentOfProvider(db: Db, providerPaymentId: string): Promise<LockedPayment | null> {
  return maybeOne(db, lockPaymentWhere(sql`p.provider_payment_id = ${providerPaymentId}`))
}

/** Sets aside what goes back; the database refuses more than came in. Negative: it did not go back after all. */
export async function addRefunded(db: Db, paymentId: string, cents: number): Promise<void> {
  await run(db, sql`update payments set refunded_cents = refunded_cents + ${cents} where id = ${paymentId}`)
}

export interface RefundRow {
  id: string
  paymentId: string
  status: RefundStatus
  origin: 'member' | 'creator' | 'operator' | 'rule' | 'provider'
  reason: string
  amountCents: number
  feeCents: number
  netCents: number
  providerRefundId: string | null
  askedAt: Date | null
}

const columns = sql`r.id, r.payment_id as "paymentId", r.status, r.origin, r.reason, r.amount_cents as "amountCents",
  r.fee_cents as "feeCents", r.net_cents as "netCents", r.provider_refund_id as "providerRefundId",
  r.asked_at as "askedAt"`

export function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return maybeOne(db, sql<RefundRow>`select ${columns} from refunds r where r.id = ${id}`)
}

export function getRefund(db: Db, id: string): Promise<RefundRow> {
  return one(db, sql<RefundRow>`select ${columns} from refunds r where r.id = ${id}`)
}

/** By the provider's id, or by ours where the provider was given it. */
export function findRefundOfProvider(
  db: Db,
  providerRefundId: string,
  ownId: string | null,
): Promise<RefundRow | null> {
  return maybeOne(
    db,
    sql<RefundRow>`select ${columns} from refunds r
      where r.provider_refund_id = ${providerRefundId}
        or (r.provider_refund_id is null and r.id = ${ownId}::uuid) order by r.provider_refund_id limit 1`,
  )
}

export async function insertRefund(
  db: Db,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'origin' | 'reason' | 'amountCents'> & { requestedAt: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at)
      values (${refund.id}, ${refund.paymentId}, 'requested', ${refund.origin}, ${refund.reason},
        ${refund.amountCents}, ${refund.requestedAt})
      on conflict (payment_id) where status = 'requested' do nothing returning id`,
  )
  return row !== null
}

/** A request that waits for a decision; whoever gives the money back by themselves decides it too. */
export async function findOpenRequestId(db: Db, paymentId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from refunds where payment_id = ${paymentId} and status = 'requested'`,
  )
  return row?.id ?? null
}

export async function approve(
  db: Db,
  id: string,
  decision: {
    amountCents: number
    feeCents: number
    netCents: number
    decidedBy: string
    note: string
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'approved', amount_cents = ${decision.amountCents},
        fee_cents = ${decision.feeCents}, net_cents = ${decision.netCents}, decided_by = ${decision.decidedBy},
        decision_note = ${decision.note}, decided_at = ${decision.now}
      where id = ${id}`,
  )
}

export async function decline(
  db: Db,
  id: string,
  decision: { decidedBy: string; note: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'declined', decided_by = ${decision.decidedBy},
        decision_note = ${decision.note}, decided_at = ${decision.now}
      where id = ${id}`,
  )
}

export async function markAsked(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update refunds set asked_at = coalesce(asked_at, ${now}) where id = ${id}`)
}

export async function setRefundStatus(
  db: Db,
  id: string,
  change: { status: RefundStatus; providerRefundId: string | null; settledAt: Date | null },
): Promise<void> {
  await run(
    db,
    sql`update refunds set status = ${change.status},
        provider_refund_id = coalesce(provider_refund_id, ${change.providerRefundId}::text),
        settled_at = coalesce(settled_at, ${change.settledAt}::timestamptz)
      where id = ${id}`,
  )
}

/** Whether any refund of the payment was asked for or made; one that failed does not count. */
export async function hasRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`select id from refunds where payment_id = ${paymentId} and status <> 'failed' limit 1`,
  )
  return row !== null
}

/** Whether the rule has given this member money of this creator back before: it does so once. */
export async function hasAutomaticRefund(db: Db, memberId: string, creatorId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select r.id from refunds r join payments p on p.id = r.payment_id
      where p.member_id = ${memberId} and p.creator_id = ${creatorId} and r.decided_by = 'rule'
        and r.origin = 'member' limit 1`,
  )
  return row !== null
}

/**
 * The posts that a payment `p` opened: how many there are, and how many of them the member has opened since they
 * paid. A query over that payment.
 */
const postsOfPayment = sql`select count(*)::bigint as "totalCount", count(o.post_id)::bigint as "openedCount"
  from posts po join plans pp on pp.id = po.plan_id
    cross join (select ${heldPlanColumns} from plans h, plan_versions agreed
      where h.id = p.plan_id and agreed.id = p.plan_version_id) own
    left join post_openings o on o.post_id = po.id and o.member_id = p.member_id and o.opened_at >= p.captured_at
  where po.creator_id = p.creator_id and po.deleted_at is null and not po.waits_for_media and ${includesPlanSql}`

/** How much of what a payment gave access to its member has opened. */
export function countOpenedPosts(
  db: Db,
  paymentId: string,
): Promise<{ openedCount: number; totalCount: number }> {
  return one(
    db,
    sql<{ openedCount: number; totalCount: number }>`select used.* from payments p
      cross join lateral (${postsOfPayment}) used where p.id = ${paymentId}`,
  )
}

export interface RefundOfSupporterRow extends RefundRow {
  supporterName: string
  planName: string
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
  page: { beforeId: string | null; limit: number; status: RefundStatus | null },
): Promise<RefundOfSupporterRow[]> {
  return many(
    db,
    sql<RefundOfSupporterRow>`select ${columns}, u.name as "supporterName", p.plan_name as "planName",
        p.amount_cents as "paidCents", p.captured_at as "paidAt", r.requested_at as "requestedAt",
        r.decided_at as "decidedAt", r.decision_note as "decisionNote", used.*
      from refunds r join payments p on p.id = r.payment_id join users u on u.id = p.member_id
        cross join lateral (${postsOfPayment}) used
      where p.creator_id = ${creatorId} and (${page.status}::text is null or r.status = ${page.status})
        and (${page.beforeId}::uuid is null or r.id < ${page.beforeId}::uuid)
      order by r.id desc limit ${page.limit}`,
  )
}

/** Approved but not with the provider yet, or with it and not settled. */
export async function listOpenRefundIds(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from refunds where status in ('approved', 'sent') order by id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Which of these refunds of the provider we do not know. */
export async function listUnknownRefundIds(db: Db, providerRefundIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select given.id from unnest(${[...providerRefundIds]}::text[]) as given (id)
      where not exists (select from refunds r where r.provider_refund_id = given.id)`,
  )
  return rows.map(({ id }) => id)
}
