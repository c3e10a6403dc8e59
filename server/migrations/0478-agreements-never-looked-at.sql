-- Outside a transaction: built while memberships are written. Agreements that nobody has looked at since they were made.
create index concurrently if not exists subscriptions_agreements_never_looked_at on subscriptions (id)
  where status = 'active' and not cancel_at_period_end and provider_subscription_id is not null
    and provider_matched_for is null;
