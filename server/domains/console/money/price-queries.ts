import { type Among, type Finding, FOUND_MOST, isAmong } from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/** What a month or a year of a version `v` costs; prices of plans are by the month. */
const priceSql = sql`case p.interval when 'yearly' then v.price_cents * 108 / 1000 * 100 else v.price_cents end`

/**
 * Charges of less than was agreed, and charges of more of which the rest was not set aside to go back; keys are ids of
 * payments. A charge that was not owed goes back as a whole, so nothing was agreed for it.
 */
export function findOtherPrices(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, 'price' as problem, p.provider_payment_id as subject, p.currency,
        case when p.amount_cents < agreed.cents then p.amount_cents else p.amount_cents - p.refunded_cents end
          - agreed.cents as "differenceMinor"
      from payments p join plan_versions v on v.id = p.plan_version_id
        left join subscription_changes ch on ch.payment_id = p.id
        cross join lateral (select case p.kind when 'period' then ${priceSql} + p.carried_cents
          else coalesce(ch.charged_now_cents, p.amount_cents) end as cents) agreed
      where ${isAmong(sql`p.id`, among)}
        and (p.amount_cents < agreed.cents or p.amount_cents - p.refunded_cents > agreed.cents)
        and not exists (select from overpayments o where o.payment_id = p.id)
      limit ${FOUND_MOST}`,
  )
}
