-- Outside a transaction: built while memberships are written. What changes replaced at the provider, by when.
create index concurrently if not exists subscription_changes_settled on subscription_changes (settled_at)
  where replaced_provider_id is not null;
