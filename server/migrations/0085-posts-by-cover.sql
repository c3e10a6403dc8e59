-- Outside a transaction: built while posts are read and written.
create unique index concurrently if not exists posts_cover_id on posts (cover_id) where cover_id is not null
