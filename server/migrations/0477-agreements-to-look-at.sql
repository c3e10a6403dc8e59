-- Outside a transaction: built while memberships are written. Renewals that the provider hasn't been asked about.
create index concurrently if not exists subscriptions_agreements_to_look_at on subscriptions (access_until) include (id)
  where status = 'active' and not cancel_at_period_end and provider_subscription_id is not null
    and provider_matched_for is distinct from access_until;
