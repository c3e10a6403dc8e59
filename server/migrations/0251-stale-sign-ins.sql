-- Outside a transaction: built while the table is read and written.
-- For the job that deletes what has expired.
create index concurrently if not exists oidc_sign_ins_expires_at on oidc_sign_ins (expires_at)
