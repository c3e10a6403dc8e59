-- Outside a transaction: built while posts are read and written.
create index concurrently if not exists posts_pinned on posts (creator_id, pinned_at) where pinned_at is not null
