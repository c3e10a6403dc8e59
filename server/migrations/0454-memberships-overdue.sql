-- Outside a transaction: built while memberships are written. Those whose renewal is due, and that the provider is asked about.
create index concurrently if not exists subscriptions_overdue on subscriptions (access_until)
  where provider_subscription_id is not null and status in ('active', 'past_due');
