import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

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
  decidedBy: string | null
  /** When it was first requested, also for a retry. */
  requestedAt: Date
  /** When the provider accepted it. */
  sentAt: Date | null
  /** Since when the money counts as gone; null while it may still fail with no consequences. */
  effectiveAt: Date | null
  /** How often the provider refused it, and when it may be asked again. */
  attempts: number
  nextAttemptAt: Date | null
}

export const refundColumns = sql`r.id, r.payment_id as "paymentId", r.status, r.origin, r.reason, r.amount_cents as "amountCents",
  r.fee_cents as "feeCents", r.net_cents as "netCents", r.provider_refund_id as "providerRefundId",
  r.asked_at as "askedAt", r.decided_by as "decidedBy", r.requested_at as "requestedAt", r.sent_at as "sentAt",
  r.effective_at as "effectiveAt", r.attempts, r.next_attempt_at as "nextAttemptAt"`

export function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return maybeOne(db, sql<RefundRow>`select ${refundColumns} from refunds r where r.id = ${id}`)
}

export function getRefund(db: Db, id: string): Promise<RefundRow> {
  return one(db, sql<RefundRow>`select ${refundColumns} from refunds r where r.id = ${id}`)
}

/** By the provider's id, or by ours if the provider was given it. */
export function findRefundOfProvider(
  db: Db,
  providerRefundId: string,
  ownId: string | null,
): Promise<RefundRow | null> {
  return maybeOne(
    db,
    sql<RefundRow>`select ${refundColumns} from refunds r
      where r.provider_refund_id = ${providerRefundId}
        or (r.provider_refund_id is null and r.id = ${ownId}::uuid) order by r.provider_refund_id limit 1`,
  )
}

export async function insertRefund(
  db: Db,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'origin' | 'reason' | 'amountCents' | 'requestedAt'> & {
    retryOf?: string
  },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at, retry_of)
      values (${refund.id}, ${refund.paymentId}, 'requested', ${refund.origin}, ${refund.reason},
        ${refund.amountCents}, ${refund.requestedAt}, ${refund.retryOf ?? null}::uuid)
      on conflict (payment_id) where status = 'requested' do nothing returning id`,
  )
  return row !== null
}

/** An open request that waits for a decision; refunding the payment unasked decides it too. */
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

/** The provider accepted it, under this id, so that it can be found again. */
export async function setSent(db: Db, id: string, providerRefundId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'sent', rail = 'provider', provider_refund_id = ${providerRefundId},
        sent_at = ${now} where id = ${id}`,
  )
}

export async function setProcessed(
  db: Db,
  id: string,
  { bankReference, now }: { bankReference?: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'processed', settled_at = ${now},
        bank_reference = coalesce(${bankReference ?? null}::text, bank_reference) where id = ${id}`,
  )
}

/** The money did not go: it counts as with us again. */
export async function setFailed(db: Db, id: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'failed', settled_at = ${now}, effective_at = null where id = ${id}`,
  )
}

/** The provider can't make it, or failed to: the operator pays it by bank transfer. */
export async function setManual(db: Db, id: string): Promise<void> {
  await run(
    db,
    sql`update refunds set status = 'manual', rail = 'bank', next_attempt_at = null, effective_at = null
      where id = ${id}`,
  )
}

export async function setEffective(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update refunds set effective_at = ${now} where id = ${id}`)
}

/** The provider refused it: how often, what it said, and when to ask again. */
export async function setRefused(
  db: Db,
  id: string,
  refused: { attempts: number; refusal: string; nextAttemptAt: Date },
): Promise<void> {
  await run(
    db,
    sql`update refunds set attempts = ${refused.attempts}, refusal = ${refused.refusal},
        next_attempt_at = ${refused.nextAttemptAt} where id = ${id}`,
  )
}

/** When to check it again; null: it is due. */
export async function setNextAttempt(db: Db, id: string, at: Date | null): Promise<void> {
  await run(db, sql`update refunds set next_attempt_at = ${at}::timestamptz where id = ${id}`)
}

/** Decided, and not on its way: never sent, or sent and returned, and now waiting for a bank transfer; newest first. */
export function listWaitingRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  return many(
    db,
    sql<RefundRow>`select ${refundColumns} from refunds r
      where r.payment_id = ${paymentId}
        and (r.status = 'manual' or (r.status = 'approved' and r.provider_refund_id is null))
      order by r.id desc`,
  )
}

/** Another refund, by that id, took the place of these. */
export async function setReplacedBy(db: Db, ids: readonly string[], replacementId: string): Promise<void> {
  await run(db, sql`update refunds set replaced_by = ${replacementId} where id = any(${ids}::uuid[])`)
}

/** The lost dispute by that id took the place of a refund: the bank gave the money back. */
export async function setReplacedByDispute(db: Db, id: string, disputeId: string): Promise<void> {
  await run(db, sql`update refunds set replaced_by_dispute = ${disputeId} where id = ${id}`)
}

/** The refunds whose place that one took. */
export function listReplacedBy(db: Db, replacementId: string): Promise<RefundRow[]> {
  return many(
    db,
    sql<RefundRow>`select ${refundColumns} from refunds r where r.replaced_by = ${replacementId} order by r.id`,
  )
}

/** A failed refund `r` that nobody has retried or replaced by another one. */
export const isUnansweredFailureSql = sql`r.status = 'failed' and r.replaced_by_dispute is null
  and not exists (select from refunds later where later.payment_id = r.payment_id and later.id > r.id)`

/** The newest refund of a payment, if that one failed. */
export function findFailedRefund(db: Db, paymentId: string): Promise<RefundRow | null> {
  return maybeOne(
    db,
    sql<RefundRow>`select ${refundColumns} from refunds r
      where r.payment_id = ${paymentId} and ${isUnansweredFailureSql}`,
  )
}

/** Whether any refund of the payment was requested or made; a failed one does not count. */
export async function hasRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`select id from refunds where payment_id = ${paymentId} and status <> 'failed' limit 1`,
  )
  return row !== null
}

/** Whether the rule has already refunded this member a payment to this creator: it does so once. */
export async function hasAutomaticRefund(db: Db, memberId: string, creatorId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select r.id from refunds r join payments p on p.id = r.payment_id
      where p.member_id = ${memberId} and p.creator_id = ${creatorId} and r.decided_by = 'rule'
        and r.origin = 'member' and r.status <> 'failed' limit 1`,
  )
  return row !== null
}
