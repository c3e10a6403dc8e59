-- Outside a transaction: built while memberships are written. Orders for changes whose answer never came.
create index concurrently if not exists subscription_changes_lost_orders on subscription_changes (provider_claimed_at)
  where provider_subscription_id is null and provider_claimed_at is not null;
