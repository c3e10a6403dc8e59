-- Outside a transaction: built while memberships are written. Payments for changes that a bank may still approve.
create index concurrently if not exists subscription_changes_attempts on subscription_changes (created_at)
  where provider_subscription_id is not null and status in ('open', 'closed');
