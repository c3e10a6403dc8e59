-- Outside a transaction: built while choices are read and written.
create index concurrently if not exists member_sharing_of_creator on member_sharing (creator_id)
