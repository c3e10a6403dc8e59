-- Outside a transaction: built while posts are opened. What was opened since the last count.
create index concurrently if not exists post_openings_by_time on post_openings (first_opened_at)
