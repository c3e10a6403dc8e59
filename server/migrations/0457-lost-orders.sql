-- Outside a transaction: built while memberships are written. Orders at the provider whose answer never came.
create index concurrently if not exists subscriptions_lost_orders on subscriptions (provider_claimed_at)
  where provider_subscription_id is null and provider_claimed_at is not null;
