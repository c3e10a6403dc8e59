-- Outside a transaction: built while the table is read and written.
-- For the job that deletes what has expired.
create index concurrently if not exists mail_tokens_expires_at on mail_tokens (expires_at)
