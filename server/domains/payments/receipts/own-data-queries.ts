import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface OwnCharge {
  receiptNumber: string
  creator: string
  plan: string
  amountCents: number
  currency: string
  paidAt: Date
}

export function listOwnCharges(db: Db, userId: string): Promise<OwnCharge[]> {
  return many(
    db,
    sql<OwnCharge>`select p.provider_payment_id as "receiptNumber", c.page_name as creator, plans.name as plan,
        p.amount_cents as "amountCents", p.currency, p.captured_at as "paidAt"
      from payments p join creators c on c.id = p.creator_id join plans on plans.id = p.plan_id
      where p.member_id = ${userId} order by p.id`,
  )
}
