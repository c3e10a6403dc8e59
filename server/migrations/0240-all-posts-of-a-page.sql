-- Outside a transaction: built while posts are read and written.
-- Deleted ones and drafts too: for the erasure of an account.
create index concurrently if not exists posts_all_of_creator on posts (creator_id)
