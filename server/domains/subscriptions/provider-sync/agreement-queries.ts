import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import type { RazorpaySubscription } from '#server/platform/razorpay/entities.ts'

/** How long before a renewal the provider is asked what it will charge: early enough to put it right. */
const LOOK_AHEAD_DAYS = 7
/** At most this many of each kind at a time; the next run goes on with the others. */
const LOOKED_AT = 500

/**
 * Memberships about which the provider should be asked: those it was never asked about since their agreement was made,
 * and those that renew within a week; each once a period. A look that is queued, or between two attempts, is left alone.
 */
export async function listAgreementsToLookAt(db: Db, now: Date): Promise<string[]> {
  const mayBeAsked = sql`s.status = 'active' and not s.cancel_at_period_end and s.provider_subscription_id is not null
    and not exists (select from jobs j where j.key = 'price-at-provider:' || s.id)`
  const rows = await many(
    db,
    sql<{ id: string }>`(select s.id from subscriptions s
        where s.provider_matched_for is null and ${mayBeAsked} order by s.id limit ${LOOKED_AT})
      union (select s.id from subscriptions s
        where s.provider_matched_for is distinct from s.access_until and s.access_until > ${now}
          and s.access_until <= ${now}::timestamptz + make_interval(days => ${LOOK_AHEAD_DAYS}) and ${mayBeAsked}
        order by s.access_until limit ${LOOKED_AT})`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Records that the provider charges what was agreed, or can't be made to; not if it was replaced or renewed meanwhile. A
 * look long before the renewal doesn't stand for the one that is due then, and neither does one that left an agreement
 * which ends with its next charge.
 */
export async function noteMatched(
  db: Db,
  { id, accessUntil }: { id: string; accessUntil: Date | null },
  provider: Pick<RazorpaySubscription, 'id' | 'remaining_count' | 'end_at'>,
  now: Date,
): Promise<void> {
  const endsAt = provider.end_at ? new Date(provider.end_at * 1000) : null
  const goesOn = (provider.remaining_count ?? 0) > 1
  await run(
    db,
    sql`update subscriptions set agreement_ends_at = ${endsAt},
        provider_matched_for = case when ${goesOn}
            and access_until <= ${now}::timestamptz + make_interval(days => ${LOOK_AHEAD_DAYS})
          then access_until else 'epoch' end
      where id = ${id} and provider_subscription_id = ${provider.id} and access_until = ${accessUntil}`,
  )
}
