-- Outside a transaction: built while posts are written.
create index concurrently if not exists post_files_of_audience on post_files (audience_id, post_id)
  where audience_id is not null;
