import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import type { DetailsFacts, PayoutFacts } from './payout-emails.ts'

/** null once the details or their owner are gone. */
export function findDetailsFacts(db: Db, creatorId: string): Promise<DetailsFacts | null> {
  return maybeOne(
    db,
    sql<DetailsFacts>`select u.name as "ownerName", u.email as "ownerEmail", d.method, d.hint,
        d.held_until as "heldUntil"
      from payout_details d join creators c on c.id = d.creator_id join users u on u.id = c.user_id
      where d.creator_id = ${creatorId}`,
  )
}

export function findPayoutFacts(db: Db, payoutId: string): Promise<PayoutFacts | null> {
  return maybeOne(
    db,
    sql<PayoutFacts>`select u.name as "ownerName", u.email as "ownerEmail", p.currency, p.amount_cents as "amountCents",
        p.method, p.details_hint as hint, p.bank_reference as "bankReference",
        p.failure_reason as "failureReason", h.reason as "holdReason", h.until_at as "heldUntil"
      from payouts p join creators c on c.id = p.creator_id join users u on u.id = c.user_id
        left join lateral (select reason, until_at from payout_holds where payout_id = p.id order by id desc limit 1) h
          on true
      where p.id = ${payoutId}`,
  )
}
