-- Outside a transaction: built while posts are opened. Who opened a post first, and when.
create index concurrently if not exists post_openings_of_post on post_openings (post_id) include (first_opened_at, member_id)
