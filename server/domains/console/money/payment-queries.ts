import { type Among, type Finding, FOUND_MOST, hasTime, isAmong } from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/**
 * Payments whose refunds are not what was set aside, or of which more was given back than came in, by refunds, disputes and
 * losses: a bank may take once more only what had left before it decided. Keys are ids of payments.
 */
export function findRefundsBeyond(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, case when beyond.cents > 0 then 'beyond' else 'set-aside'
        end as problem, p.provider_payment_id as subject, p.currency,
        case when beyond.cents > 0 then beyond.cents else given.cents - p.refunded_cents end as "differenceMinor"
      from payments p
        cross join lateral (select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r
          where r.payment_id = p.id and r.status not in ('requested', 'declined', 'failed')) given
        cross join lateral (select coalesce(sum(d.amount_cents), 0)::bigint as cents from disputes d
          where d.payment_id = p.id and d.status in ('open', 'lost')) asked
        cross join lateral (select coalesce(sum(l.amount_cents), 0)::bigint as cents, max(l.lost_at) as at
          from dispute_losses l where l.payment_id = p.id) lost
        cross join lateral (select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r
          where r.payment_id = p.id and r.status in ('sent', 'processed')
            and case r.rail when 'bank' then r.settled_at else r.sent_at end <= lost.at) had_left
        cross join lateral (select given.cents + asked.cents + lost.cents - p.amount_cents
          - least(lost.cents, had_left.cents) as cents) beyond
      where ${isAmong(sql`p.id`, among)} and (given.cents <> p.refunded_cents or beyond.cents > 0)
      limit ${FOUND_MOST}`,
  )
}

/** Payments without a receipt that don't wait for one, or have waited too long; keys are ids of payments. */
export function findPaymentsWithoutReceipt(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, 'no-receipt' as problem, p.provider_payment_id as subject, null as currency,
        0::bigint as "differenceMinor"
      from payments p
      where ${isAmong(sql`p.id`, among)} and not exists (select from receipts r where r.payment_id = p.id)
        and not exists (select from receipts_waiting w where w.payment_id = p.id and ${hasTime(sql`w.since`)})
      limit ${FOUND_MOST}`,
  )
}

/** Receipts whose number doesn't follow another one; keys are ids of payments. */
export function findReceiptGaps(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select r.payment_id as key, 'gap' as problem, r.year || '-' || r.number as subject, null as currency,
        0::bigint as "differenceMinor"
      from receipts r
      where ${isAmong(sql`r.payment_id`, among)} and r.number > 1 and not exists (
        select from receipts before where before.year = r.year and before.number = r.number - 1)
      limit ${FOUND_MOST}`,
  )
}

/** Years whose counter has drawn another number than their last receipt has; keys are years. */
export function findUnusedNumbers(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select c.year::text as key, 'counter' as problem, c.year::text as subject, null as currency,
        0::bigint as "differenceMinor"
      from receipt_counters c
      where c.last_number is distinct from (select max(r.number) from receipts r where r.year = c.year)`,
  )
}
