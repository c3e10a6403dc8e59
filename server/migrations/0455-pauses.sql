-- Outside a transaction: built while memberships are written. Those that are paused, by when their paid time ended.
create index concurrently if not exists subscriptions_paused on subscriptions (access_until)
  where provider_subscription_id is not null and status = 'paused';
