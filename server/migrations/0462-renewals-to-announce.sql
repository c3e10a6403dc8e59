-- Outside a transaction: built while memberships are written. Yearly renewals that their members haven't been told of.
create index concurrently if not exists subscriptions_renewals_to_announce on subscriptions (access_until) include (id)
  where status = 'active' and interval = 'yearly' and not cancel_at_period_end
    and renewal_noticed_for is distinct from access_until;
