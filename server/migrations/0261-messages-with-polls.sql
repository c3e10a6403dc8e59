-- Outside a transaction: built while people write to each other.
create index concurrently if not exists messages_with_polls on messages (channel_id, seq) where poll_id is not null
