import type { Currency } from '#contract/money.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface RefundRow {
  id: string
  paymentId: string
  status: RefundStatus
  decidedBy: string | null
  amountCents: number
  /** Of its payment, by all refunds that didn't fail. */
  refundedCents: number
  currency: Currency
  memberId: string
  /** The owner of the page that was paid. */
  ownerId: string
}

export function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return maybeOne(
    db,
    sql<RefundRow>`select r.id, r.payment_id as "paymentId", r.status, r.decided_by as "decidedBy",
        r.amount_cents as "amountCents", p.refunded_cents as "refundedCents", p.currency,
        p.member_id as "memberId", c.user_id as "ownerId"
      from refunds r join payments p on p.id = r.payment_id join creators c on c.id = p.creator_id
      where r.id = ${id}`,
  )
}

/** Refunds by one member of the staff are made one after another. */
export async function lockGiver(db: Db, staffId: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`refunds by ${staffId}`}, 0))`)
}

/**
 * What a member of the staff gave back, by currency. By the audit log, which nobody changes: a refund's own row names only
 * who did something about it last.
 */
export function listGivenSince(
  db: Db,
  staffId: string,
  since: Date,
): Promise<{ currency: Currency; amountCents: number }[]> {
  return many(
    db,
    sql<{ currency: Currency; amountCents: number }>`select after->>'currency' as currency,
        sum((after->>'amountCents')::bigint)::bigint as "amountCents"
      from audit_log where actor_id = ${staffId} and at > ${since}
        and action in ('refund', 'retry-refund', 'transfer-refund') and after ? 'amountCents'
      group by 1`,
  )
}
