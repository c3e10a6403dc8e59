-- Outside a transaction: built while keys are read and written. A clip belongs to one key.
create unique index concurrently if not exists stream_keys_clip on stream_keys (clip_key);
