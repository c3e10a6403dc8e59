-- Outside a transaction: built while accounts are written. Members are found by part of their names.
create index concurrently if not exists users_name_alike on users using gin (name gin_trgm_ops);
