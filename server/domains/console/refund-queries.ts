import type { Currency } from '#contract/money.ts'
import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

export interface RefundRow {
  id: string
  paymentId: string
  status: string
  amountCents: number
  currency: Currency
  memberId: string
  /** The owner of the page that was paid. */
  ownerId: string
}

export function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return maybeOne(
    db,
    sql<RefundRow>`select r.id, r.payment_id as "paymentId", r.status, r.amount_cents as "amountCents", p.currency,
        p.member_id as "memberId", c.user_id as "ownerId"
      from refunds r join payments p on p.id = r.payment_id join creators c on c.id = p.creator_id
      where r.id = ${id}`,
  )
}
