-- Outside a transaction: built while plan changes are read and written.
create index concurrently if not exists subscription_changes_applied on subscription_changes (subscription_id, settled_at)
  where status = 'applied'
