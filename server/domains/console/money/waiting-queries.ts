import { type Finding, FOUND_MOST } from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/* What has waited too long. Each reads a few rows, by an index that holds only those that wait. */

/** A payout takes three to five business days. */
const IN_TRANSIT_DAYS = 7
const UNAPPLIED_MINUTES = 5
const FEE_HOURS = 24
const CONFIRMED_DAYS = 5

/** Payouts that were approved, and have neither arrived nor failed. */
export function findSlowPayouts(db: Db, now: Date): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select o.id as key, 'slow' as problem, o.id::text as subject, o.currency,
        o.amount_cents as "differenceMinor",
        coalesce(o.sent_at, o.approved_at) + make_interval(days => ${IN_TRANSIT_DAYS}) as since
      from payouts o where o.status in ('approved', 'sent')
        and coalesce(o.sent_at, o.approved_at) <= ${now}::timestamptz - make_interval(days => ${IN_TRANSIT_DAYS})
      order by since limit ${FOUND_MOST}`,
  )
}

/** Webhooks that were stored and not applied. */
export function findUnappliedEvents(db: Db, now: Date): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select e.id as key, 'unapplied' as problem, e.name as subject, null as currency,
        0::bigint as "differenceMinor", e.received_at + make_interval(mins => ${UNAPPLIED_MINUTES}) as since
      from provider_events e where e.applied_at is null
        and e.received_at <= ${now}::timestamptz - make_interval(mins => ${UNAPPLIED_MINUTES})
      order by since limit ${FOUND_MOST}`,
  )
}

/** Payments whose fee at the provider we haven't heard of. */
export function findMissingFees(db: Db, now: Date): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, 'no-fee' as problem, p.provider_payment_id as subject, null as currency,
        0::bigint as "differenceMinor", p.captured_at + make_interval(hours => ${FEE_HOURS}) as since
      from payments p where p.provider_fee_minor is null
        and p.captured_at <= ${now}::timestamptz - make_interval(hours => ${FEE_HOURS})
      order by since limit ${FOUND_MOST}`,
  )
}

/** Renewals so near that the provider should have confirmed them: it is asked a week ahead, and every quarter of an hour. */
export function findUnmatchedAgreements(db: Db, now: Date): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select s.id as key, 'unmatched' as problem, s.id::text as subject, null as currency,
        0::bigint as "differenceMinor", s.member_id as "placeId"
      from subscriptions s
      where s.status = 'active' and not s.cancel_at_period_end and s.provider_subscription_id is not null
        and s.provider_matched_for is distinct from s.access_until
        and s.access_until > ${now} and s.access_until <= ${now}::timestamptz + make_interval(days => ${CONFIRMED_DAYS})
      order by s.access_until limit ${FOUND_MOST}`,
  )
}

/** Payments that a signed webhook told of, and that the provider doesn't know. */
export function findUnknownPayments(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, 'unknown-payment' as problem, p.provider_payment_id as subject, p.currency,
        p.amount_cents as "differenceMinor", u.unknown_since as since
      from unconfirmed_payments u join payments p on p.id = u.payment_id
      where u.unknown_since is not null order by u.unknown_since limit ${FOUND_MOST}`,
  )
}

/** Members whose card runs out soon and who were not told, though it was due. */
export function findUntoldCards(
  db: Db,
  untold: readonly { subscriptionId: string; about: Date }[],
): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select s.id as key, 'untold' as problem, s.id::text as subject, null as currency,
        0::bigint as "differenceMinor", s.member_id as "placeId"
      from subscriptions s
      where s.id = any(${untold.map(({ subscriptionId }) => subscriptionId)}::uuid[]) limit ${FOUND_MOST}`,
  )
}
