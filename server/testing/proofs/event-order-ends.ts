import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import type { Life } from './event-order-provider.ts'
import type { Story } from './event-order-story.ts'

/** Ids of the database. Once everything is over only the fact that access ended matters, not when. */
const SAME = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** The final state of a life, in words that are the same for every life that ends alike. */
export async function readEnds(db: Db, { subscriptionId, key }: Life, story: Story): Promise<string> {
  const subscription = await one(
    db,
    sql<object>`select status, paid_count, cancel_at_period_end, card_last4, price_cents, next_from,
        case when access_until < ${story.endsAt}::timestamptz + interval '1 hour' then 'over'
          else access_until::text end as access
      from subscriptions where id = ${subscriptionId}`,
  )
  const payments = await many(
    db,
    sql<{
      providerId: string
    }>`select provider_payment_id as "providerId", amount_cents, fee_cents, net_cents,
        refunded_cents, captured_at
      from payments where subscription_id = ${subscriptionId} order by captured_at`,
  )
  const refunds = await many(
    db,
    sql<object>`select r.status, r.origin, r.amount_cents, r.fee_cents, r.net_cents, p.provider_payment_id
      from refunds r join payments p on p.id = r.payment_id
      where p.subscription_id = ${subscriptionId} order by r.provider_refund_id`,
  )
  const ids = payments.map(({ providerId }) => providerId)
  const charges = ids.map((id) => `charge:${id}`)
  const fees = ids.map((id) => `provider-fee:${id}`)
  const ledger = await many(
    db,
    sql<object>`select t.reference, t.takes_back, e.account, e.currency, e.amount_minor
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.reference = any(${[...charges, ...fees]}::text[]) or t.takes_back = any(${charges}::text[])
      order by split_part(t.reference, ':', 1), t.takes_back, t.reference, e.account`,
  )
  return [subscription, ...payments, ...refunds, ...ledger]
    .map((row) => JSON.stringify(row).replaceAll(SAME, '·').replaceAll(key, '·'))
    .join('\n')
}
