-- Outside a transaction: built while memberships are written. Those whose members hear of a renewal beforehand, from the index alone.
create index concurrently if not exists subscriptions_renewing on subscriptions (access_until) include (id)
  where status = 'active' and interval = 'yearly' and not cancel_at_period_end;
