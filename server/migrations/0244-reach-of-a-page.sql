-- Outside a transaction: built while counts are read and written.
create index concurrently if not exists post_reach_of_creator on post_reach (creator_id)
