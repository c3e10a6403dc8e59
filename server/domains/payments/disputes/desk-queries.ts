import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import type { DeskFacts } from './dispute-letters.ts'

/** `refusal` is that of the newest answer. */
export function findDeskFacts(
  db: Db,
  providerDisputeId: string,
): Promise<(DeskFacts & { status: 'open' | 'won' | 'lost' | 'closed' }) | null> {
  return maybeOne(
    db,
    sql<
      DeskFacts & { status: 'open' | 'won' | 'lost' | 'closed' }
    >`select d.provider_dispute_id as id, d.status,
        coalesce(d.asked_cents, d.amount_cents) as "amountCents", p.currency, c.page_name as "pageName",
        p.provider_payment_id as "providerPaymentId", d.respond_by as "respondBy",
        coalesce((select e.refusal from dispute_evidence e where e.provider_dispute_id = d.provider_dispute_id
          order by e.id desc limit 1), '') as refusal
      from disputes d join payments p on p.id = d.payment_id join creators c on c.id = p.creator_id
      where d.provider_dispute_id = ${providerDisputeId}`,
  )
}
