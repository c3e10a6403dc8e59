import type { ReadRows } from './audit-batches.ts'
import type { Say } from './audit-queries.ts'
import type { ProviderBooks } from './provider-books.ts'

/* The part of the audit that compares what members pay, and are about to pay, with what they agreed to. */

/** Every charge that was owed: what was agreed for it, and what is kept of it. */
const CHARGED = `select p.provider_payment_id as provider, p.amount_cents::float8 as amount,
    (p.amount_cents - p.refunded_cents)::float8 as kept,
    (case when p.kind = 'proration' then coalesce(ch.charged_now_cents, p.amount_cents)
      when p.interval = 'monthly' then v.price_cents + p.carried_cents
      -- A year costs ten per cent less than twelve months, in whole units.
      else floor(v.price_cents * 12 * 0.9 / 100) * 100 + p.carried_cents end)::float8 as agreed
  from payments p join plan_versions v on v.id = p.plan_version_id
    left join subscription_changes ch on ch.payment_id = p.id
  where not exists (select from overpayments o where o.payment_id = p.id)`

const OTHERWISE = `select * from (${CHARGED}) charged where amount < agreed or kept > agreed`

/** Memberships that renew; what is agreed for their next charge, and whether the provider can follow that. */
const RENEWING = `select s.id, s.provider_subscription_id as provider,
    coalesce(s.next_price_cents, s.price_cents)::float8 as agreed,
    s.card_is_international is true as "isFollowed"
  from subscriptions s where s.status = 'active' and not s.cancel_at_period_end and s.held_at is null
    and s.provider_subscription_id is not null`

interface Charged {
  provider: string
  amount: number
  kept: number
  agreed: number
}

interface Renewing {
  id: string
  provider: string
  agreed: number
  isFollowed: boolean
}

/** Nobody was charged less than agreed, and what was charged above it goes back. */
export async function provePrices(say: Say, read: ReadRows): Promise<void> {
  for (const { provider, amount, kept, agreed } of await read<Charged>(OTHERWISE))
    say(
      false,
      amount < agreed
        ? `payment ${provider}: ${amount} was charged, and ${agreed} agreed`
        : `payment ${provider}: ${kept} is kept, and ${agreed} was agreed`,
    )
}

/** The provider is about to charge what was agreed. Where it can't follow a lower price, the rest goes back later. */
export async function proveNextCharges(
  say: Say,
  { nextCharges = [] }: ProviderBooks,
  read: ReadRows,
): Promise<void> {
  const next = new Map(nextCharges.map(({ id, amount }) => [id, amount]))
  for (const { id, provider, agreed, isFollowed } of await read<Renewing>(RENEWING)) {
    const amount = next.get(provider)
    if (amount === undefined || amount === agreed || (amount > agreed && !isFollowed)) continue
    say(false, `subscription ${id}: the provider is about to charge ${amount}, and ${agreed} is agreed`)
  }
}
