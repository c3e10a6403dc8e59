import { lostToBanks, type Say } from './audit-queries.ts'
import type { ProviderBooks } from './provider-books.ts'

/* The part of the audit about paid time: no money is kept for time after an end, and no order outlives its own. */

/** The amount of a payment `p` that is neither refunded, nor set aside for that, nor lost to its bank. */
const KEPT = `p.amount_cents - p.refunded_cents - ${lostToBanks('p')}`

/** A captured charge, of which money is kept, for time that its membership never opened, or made after it had ended. */
export const KEPT_AFTER_END = `select p.provider_payment_id as provider, (${KEPT})::float8 as kept, s.status
  from payments p join subscriptions s on s.id = p.subscription_id
  where p.kind = 'period' and ${KEPT} > 0 and s.status in ('canceled', 'expired', 'failed', 'paused')
    and (s.access_until is null or p.period_from >= s.access_until
      or (s.status = 'canceled' and p.captured_at > s.ended_at and p.period_until > s.access_until))`

export interface KeptCharge {
  provider: string
  kept: number
  status: string
}

/**
 * Every order we made at the provider; whether we still count it as payable, and whether a job is about to end it
 * there.
 */
export const ORDERS = `select s.provider_subscription_id as provider, s.status = 'pending' as "isOpen",
    extract(epoch from s.order_expires_at)::float8 as "expiresAt", exists (select from jobs j
      where j.key in ('cancel:' || s.id, 'cancel:' || s.provider_subscription_id)) as "isBeingEnded"
  from subscriptions s where s.provider_subscription_id is not null and s.paid_count = 0
  union all
  select ch.provider_subscription_id, ch.status = 'open', extract(epoch from ch.expires_at)::float8,
    exists (select from jobs j where j.key = 'cancel:' || ch.provider_subscription_id)
  from subscription_changes ch where ch.provider_subscription_id is not null and ch.status <> 'applied'`

export interface Order {
  provider: string
  isOpen: boolean
  expiresAt: number | null
  isBeingEnded: boolean
}

/** Money for time that nobody had was refunded. */
export function proveEnds(say: Say, kept: KeptCharge[]): void {
  for (const { provider, kept: cents, status } of kept)
    say(false, `payment ${provider}: ${cents} kept for time after the end of a membership that is ${status}`)
}

/** An order that can still be paid at the provider is open here, and both end at the same time. */
export function proveOrders(say: Say, { openOrders }: ProviderBooks, orders: Order[]): void {
  const ours = new Map(orders.map((order) => [order.provider, order]))
  for (const { id, expiresAt, isPast } of openOrders) {
    const order = ours.get(id)
    // Others may use the same account.
    if (!order) continue
    say(order.isOpen || order.isBeingEnded, `order ${id}: closed here, but can still be paid at the provider`)
    const isSame =
      order.expiresAt === null || (expiresAt !== null && Math.abs(expiresAt - order.expiresAt) <= 1)
    say(isSame, `order ${id}: ends ${order.expiresAt} here, ${expiresAt ?? 'never'} at the provider`)
    say(!isPast, `order ${id}: past its end, but still open at the provider`)
  }
}
