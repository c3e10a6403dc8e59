import { lostToBanks, type Say } from './audit-queries.ts'

/* The part of the audit that checks whether closed pages paid their members back. */

/** Memberships of closed pages that still run, or are open beyond the closing. */
export const OPEN_BEYOND_CLOSING = `select s.id from page_closings x join subscriptions s on s.creator_id = x.creator_id
  where x.settled_at is not null and (s.status in ('pending', 'active', 'past_due', 'paused') or s.access_until > x.closed_at)`

/**
 * Payments for time after a closing: how much of that went back. Left out: payments that were not owed, and memberships
 * whose time was partly bought with the worth of a dearer plan, where one payment stands for another.
 */
export const PAID_BEYOND_CLOSING = `select p.provider_payment_id as provider, p.amount_cents::float8 as amount,
    extract(epoch from p.period_until - p.period_from)::float8 as "paidSeconds",
    extract(epoch from p.period_until - greatest(p.period_from, x.closed_at))::float8 as "unusedSeconds",
    (coalesce((select sum(r.amount_cents) from refunds r
      where r.payment_id = p.id and r.status not in ('requested', 'declined', 'failed')), 0)
    + coalesce((select sum(d.amount_cents) from disputes d
      where d.payment_id = p.id and d.status = 'open'), 0) + ${lostToBanks('p')})::float8 as given
  from page_closings x join payments p on p.creator_id = x.creator_id
  where x.settled_at is not null and p.period_until > x.closed_at
    and not exists (select from overpayments s where s.payment_id = p.id)
    and not exists (select from subscription_changes ch where ch.subscription_id = p.subscription_id
      and ch.status = 'applied' and ch.credit_cents > 0)`

export interface PaidBeyond {
  provider: string
  amount: number
  paidSeconds: number
  unusedSeconds: number
  /** Refunds on their way or made, and what banks took. */
  given: number
}

/** A cent of rounding, and a cent that is too little to be sent. */
const TOLERANCE_CENTS = 2

/** Members who paid for time after the closing have it back. */
export function proveClosings(say: Say, open: { id: string }[], paid: PaidBeyond[]): void {
  for (const { id } of open) say(false, `subscription ${id}: its page is closed, but it is not over`)
  for (const { provider, amount, paidSeconds, unusedSeconds, given } of paid) {
    const owed = (amount * unusedSeconds) / paidSeconds
    say(
      given >= owed - TOLERANCE_CENTS,
      `payment ${provider}: its page closed, ${given} of ${owed} went back`,
    )
  }
}
