import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import type { MembershipFacts } from './emails.ts'

/** What mails about a membership speak of; null while nothing was paid. */
export function findMembershipFacts(db: Db, subscriptionId: string): Promise<MembershipFacts | null> {
  return maybeOne(
    db,
    sql<MembershipFacts>`select u.name as "memberName", u.email as "memberEmail", c.page_name as "pageName", c.handle,
        p.name as "planName", s.interval, s.price_cents as "priceCents", s.access_until as "accessUntil"
      from subscriptions s join users u on u.id = s.member_id join creators c on c.id = s.creator_id
        join plans p on p.id = s.plan_id
      where s.id = ${subscriptionId} and s.access_until is not null`,
  )
}

export function findPaymentFacts(
  db: Db,
  paymentId: string,
): Promise<{ paymentId: string; amountCents: number; paidAt: Date } | null> {
  return maybeOne(
    db,
    sql<{ paymentId: string; amountCents: number; paidAt: Date }>`select provider_payment_id as "paymentId",
        amount_cents as "amountCents", captured_at as "paidAt" from payments where id = ${paymentId}`,
  )
}
