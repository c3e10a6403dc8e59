-- Outside a transaction: built while posts are read and written. A creator's own list, and how many of each state.
create index concurrently if not exists posts_own
  on posts (creator_id, coalesce(saved_at, published_at, created_at) desc, id desc) include (state)
  where deleted_at is null
