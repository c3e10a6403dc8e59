-- Outside a transaction: built while the table is read and written.
-- For the job that ends sessions nobody used for long. The column changes once a day at most.
create index concurrently if not exists sessions_last_seen_at on sessions (last_seen_at)
