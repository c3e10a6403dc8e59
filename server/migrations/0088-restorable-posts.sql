-- Outside a transaction: built while posts are read and written.
create index concurrently if not exists posts_restorable on posts (restorable_until)
  where restorable_until is not null
