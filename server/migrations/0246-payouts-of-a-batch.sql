-- Outside a transaction: built while payouts are read and written.
create index concurrently if not exists payouts_of_batch on payouts (batch_id) where batch_id is not null
