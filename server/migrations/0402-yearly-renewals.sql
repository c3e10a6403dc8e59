-- Outside a transaction: built while memberships are written. Those whose members hear of it beforehand.
create index concurrently if not exists subscriptions_yearly on subscriptions (access_until)
  where status = 'active' and interval = 'yearly' and not cancel_at_period_end;
