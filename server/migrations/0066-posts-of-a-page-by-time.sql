-- Outside a transaction: built while posts are read and written.
create index concurrently if not exists posts_of_creator on posts (creator_id, published_at desc, id desc)
  where deleted_at is null and state = 'published'
