-- Outside a transaction: built while the table is read and written.
-- For the job that ends sessions that were begun long ago.
create index concurrently if not exists sessions_created_at on sessions (created_at)
