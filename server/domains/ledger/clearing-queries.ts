import { type Db, many, sql } from '#server/platform/db/query.ts'

import { uncountedEntries } from './balance-days-queries.ts'
import type { Finding } from './finding.ts'

/**
 * Finds, in each currency, where the ledger's amount held by the provider differs from what it has taken in, less
 * refunds and settlements; keys are currencies. Reads every payment.
 */
function findClearingDifferences(db: Db): Promise<Finding[]> {
  const isSettled = (entity: ReturnType<typeof sql>) =>
    sql`(exists (select from settlement_items i where i.entity_id = ${entity} and i.kind <> 'other')
      or exists (select from settlement_attributions a where a.entity_id = ${entity}))`
  return many(
    db,
    sql<Finding>`
      with held as (
        select currency, amount_cents as minor from payments p where not ${isSettled(sql`p.provider_payment_id`)}
        union all
        select provider_fee_currency, -provider_fee_minor from payments p
          where provider_fee_minor > 0 and not ${isSettled(sql`p.provider_payment_id`)}
        union all
        -- A refund that failed after it was settled was returned to our account there.
        select p.currency, case when r.status = 'failed' then r.amount_cents else -r.amount_cents end
          from refunds r join payments p on p.id = r.payment_id
          where r.provider_refund_id is not null and r.status in ('sent', 'processed', 'failed')
            and (r.status = 'failed') = ${isSettled(sql`r.provider_refund_id`)}
        union all
        -- A settlement line doesn't say which of a payment's disputes it is, only what they took.
        select p.currency, -d.amount_cents from disputes d join payments p on p.id = d.payment_id
          where d.status = 'lost'
        union all
        select p.currency, -l.amount_cents from dispute_losses l join payments p on p.id = l.payment_id
        union all
        select charged_currency, charged_minor from settlement_items where kind = 'dispute'
        union all
        select charged_currency, charged_minor from settlement_attributions where kind = 'dispute'
        union all
        select currency, -amount_minor from balance_totals where account = 'provider_clearing'
        union all
        select e.currency, -e.amount_minor from ${uncountedEntries} where e.account = 'provider_clearing'
      )
      select currency as key, 'clearing' as problem, currency as subject, currency,
        -sum(minor)::bigint as "differenceMinor"
      from held group by currency having sum(minor) <> 0`,
  )
}

/** The same as sentences. */
export async function findClearingProblems(db: Db): Promise<string[]> {
  return (await findClearingDifferences(db)).map(
    ({ subject, differenceMinor }) =>
      `${subject}: the ledger says the provider holds ${differenceMinor} more than is unsettled`,
  )
}
