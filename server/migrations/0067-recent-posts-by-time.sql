-- Outside a transaction: built while posts are read and written.
create index concurrently if not exists posts_newest on posts (published_at desc, id desc)
  where deleted_at is null and state = 'published'
