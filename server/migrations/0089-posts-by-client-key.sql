-- Outside a transaction: built while posts are read and written.
create unique index concurrently if not exists posts_client_key on posts (creator_id, client_key)
  where client_key is not null
