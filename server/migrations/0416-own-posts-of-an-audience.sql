-- Outside a transaction: built while posts are read and written. A creator's own list of what is for one plan.
create index concurrently if not exists posts_own_of_audience
  on posts (audience_id, coalesce(saved_at, published_at, created_at) desc, id desc) where deleted_at is null;
