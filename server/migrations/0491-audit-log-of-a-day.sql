-- Outside a transaction: built while the log is written. What a member of the staff gave back within a day is looked up.
create index concurrently if not exists audit_log_actor_id_at on audit_log (actor_id, at);
