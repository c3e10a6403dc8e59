-- Outside a transaction: built while memberships are written. First payments that a bank may still approve.
create index concurrently if not exists subscriptions_attempts on subscriptions (created_at)
  where provider_subscription_id is not null and status in ('pending', 'expired');
