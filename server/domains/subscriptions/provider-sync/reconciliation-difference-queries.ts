import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

/** Records what we learned from the provider. `before` and `after` are the states of our record. */
export async function insertDifference(
  db: Db,
  difference: {
    subscriptionId: string
    providerSubscriptionId: string
    before: object
    after: object
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into provider_differences (id, subscription_id, provider_subscription_id, before, after, found_at)
      values (${newId(difference.now)}, ${difference.subscriptionId}, ${difference.providerSubscriptionId},
        ${JSON.stringify(difference.before)}::jsonb, ${JSON.stringify(difference.after)}::jsonb, ${difference.now})`,
  )
}

/**
 * Subscriptions that webhooks may have left unsettled: open attempts and changes since `attemptsSince`, overdue and failed
 * renewals, and pauses whose paid time ended since then. A pause may last for years, and whatever is paid during it is found among
 * the payments (reconcile-payments.ts). In the order of the provider's ids, those after `after`.
 */
export async function listUnsettledProviderIds(
  db: Db,
  { now, attemptsSince, after, limit }: { now: Date; attemptsSince: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    // Found first, each by an index with few: in the order of their ids all memberships would be read.
    sql<{ id: string }>`with unsettled as materialized (
        select provider_subscription_id as id from subscriptions
        where provider_subscription_id is not null and status in ('pending', 'expired') and created_at > ${attemptsSince}
        union
        select provider_subscription_id from subscriptions
        where provider_subscription_id is not null and status in ('active', 'past_due') and access_until < ${now}
        union
        select provider_subscription_id from subscriptions
        where provider_subscription_id is not null and status = 'paused'
          and access_until between ${attemptsSince} and ${now}
        union
        select provider_subscription_id from subscription_changes
        where provider_subscription_id is not null and status in ('open', 'closed') and created_at > ${attemptsSince}
        union
        select replaced_provider_id from subscription_changes
        where replaced_provider_id is not null and settled_at > ${attemptsSince})
      select id from unsettled where id > ${after} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}
