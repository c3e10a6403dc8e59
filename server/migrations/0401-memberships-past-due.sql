-- Outside a transaction: built while memberships are written. Those in their days of grace.
create index concurrently if not exists subscriptions_past_due on subscriptions (access_until) where status = 'past_due';
