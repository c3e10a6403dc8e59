-- Outside a transaction: built while posts are read and written. What a creator alone sees of their page, which isn't in post_search.
create index concurrently if not exists posts_unpublished
  on posts (creator_id, coalesce(saved_at, published_at, created_at) desc, id desc)
  where deleted_at is null and (state <> 'published' or waits_for_media or withheld_at is not null);
