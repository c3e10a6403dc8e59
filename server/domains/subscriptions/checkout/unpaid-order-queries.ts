import { type Db, many, sql } from '#server/platform/db/query.ts'

/** An order that has expired, and the provider's subscription it would be paid through. */
export interface UnpaidOrder {
  subscriptionId: string
  providerSubscriptionId: string | null
}

/** Open attempts to join that expired before then; at most 500. */
export function listUnpaidAttempts(db: Db, expiredBefore: Date): Promise<UnpaidOrder[]> {
  return many(
    db,
    sql<UnpaidOrder>`select id as "subscriptionId", provider_subscription_id as "providerSubscriptionId"
      from subscriptions where status = 'pending' and order_expires_at <= ${expiredBefore}
      order by order_expires_at limit 500`,
  )
}

/** Open changes that expired before then; at most 500. */
export function listUnpaidChanges(db: Db, expiredBefore: Date): Promise<UnpaidOrder[]> {
  return many(
    db,
    sql<UnpaidOrder>`select subscription_id as "subscriptionId", provider_subscription_id as "providerSubscriptionId"
      from subscription_changes where status = 'open' and expires_at <= ${expiredBefore}
      order by expires_at limit 500`,
  )
}
