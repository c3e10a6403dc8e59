-- Outside a transaction: built while posts are read and written.
create index concurrently if not exists posts_due on posts (publish_at)
  where state = 'scheduled' and deleted_at is null
