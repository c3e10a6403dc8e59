-- Outside a transaction: built while memberships are written. Those whose end comes by time alone.
create index concurrently if not exists subscriptions_ending on subscriptions (access_until)
  where status in ('active', 'past_due') and cancel_at_period_end;
