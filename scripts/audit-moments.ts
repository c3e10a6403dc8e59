import { inBatches, type ReadRows } from './audit-batches.ts'
import type { Say } from './audit-queries.ts'

/*
 * The part of the audit that compares the rows that decide when money is somebody's with the sealed bookings: the moments
 * of both, and what each charge bought. Charges that were booked before purchases were sealed have none.
 */

interface Mismatch {
  what: string
  id: string
}

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** By the alias `t`, the booking of a row whose own moment is this one. */
const bookedAt = (what: string, table: string, id: string, reference: string, moment: string) =>
  `select '${what}' as what, r.${id}::text as id from ${table} r
    join ledger_transactions t on t.reference = '${reference}:' || r.${id} where t.occurred_at is distinct from r.${moment}`

const MOMENTS = [
  bookedAt('payment', 'payments', 'provider_payment_id', 'charge', 'captured_at'),
  bookedAt('refund', 'refunds', 'id', 'refund', 'decided_at'),
  bookedAt('payout', 'payouts', 'id', 'payout', 'requested_at'),
  bookedAt('closed balance', 'closed_balances', 'id', 'unclaimed', 'booked_at'),
  bookedAt('closed balance', 'closed_balances', 'id', 'closing-loss', 'booked_at'),
  bookedAt('settlement', 'settlements', 'provider_settlement_id', 'settlement', 'settled_at'),
].join(' union all ')

const PURCHASES = `select 'purchase' as what, p.provider_payment_id as id from payments p
  join ledger_transactions t on t.reference = 'charge:' || p.provider_payment_id
  where t.purchase <> concat_ws(' ', p.kind, p.subscription_id, p.member_id, p.plan_id, p.plan_version_id, p.interval,
    ${utc('p.period_from')}, ${utc('p.period_until')}, p.carried_cents)`

/** By the alias `r`: a payment that was not owed goes back as a whole, by a rule, in the moment in which it is written. */
const BACK_AT_ONCE = `r.origin = 'rule' and r.amount_cents = p.amount_cents and r.requested_at = p.created_at`

/** By the aliases `r` and `m`: or it goes back with an earlier one, whose return ended the membership that it was for. */
const BACK_WITH_ANOTHER = `r.decided_by = 'rule' and m.subscription_id = p.subscription_id and m.payment_id <> p.id`

/** A membership that was restored and has ended again has the moment of its last end alone. */
const OVERPAYMENTS = `select 'overpayment' as what, p.provider_payment_id as id
  from payments p join overpayments o on o.payment_id = p.id
  where not exists (select from refunds r where r.payment_id = p.id and ${BACK_AT_ONCE})
    and not exists (select from refunds r, returned_memberships m
      where r.payment_id = p.id and ${BACK_WITH_ANOTHER} and m.returned_at >= r.decided_at)`

const NOT_OVERPAYMENTS = `select 'overpayment' as what, p.provider_payment_id as id from payments p
  where not exists (select from overpayments o where o.payment_id = p.id)
    and (exists (select from refunds r where r.payment_id = p.id and ${BACK_AT_ONCE})
      or exists (select from refunds r, returned_memberships m
        where r.payment_id = p.id and ${BACK_WITH_ANOTHER} and m.returned_at = r.decided_at))`

export async function proveMoments(say: Say, read: ReadRows): Promise<void> {
  for (const query of [MOMENTS, PURCHASES, OVERPAYMENTS, NOT_OVERPAYMENTS])
    for await (const rows of inBatches<Mismatch>(read, query))
      for (const { what, id } of rows) say(false, `${what} ${id}: not as it was sealed`)
}
