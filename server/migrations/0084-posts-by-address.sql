-- Outside a transaction: built while posts are read and written.
create unique index concurrently if not exists posts_slug on posts (creator_id, slug) where slug is not null
