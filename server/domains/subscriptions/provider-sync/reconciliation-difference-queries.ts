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
 * Subscriptions that webhooks may have left unsettled: open attempts and changes of the last days, overdue and failed
 * renewals.
 */
export async function listUnsettledProviderIds(db: Db, now: Date, attemptsSince: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select provider_subscription_id as id from subscriptions
      where provider_subscription_id is not null and (
        (status in ('pending', 'expired') and created_at > ${attemptsSince})
        or (status in ('active', 'past_due', 'paused') and access_until < ${now}))
      union
      select provider_subscription_id from subscription_changes
      where provider_subscription_id is not null and status in ('open', 'closed') and created_at > ${attemptsSince}
      union
      select replaced_provider_id from subscription_changes
      where replaced_provider_id is not null and settled_at > ${attemptsSince}`,
  )
  return rows.map(({ id }) => id)
}
