-- Explore finds creators by any part of name and headline. Trigrams make that quick; they are an extension, which a
-- managed database may not have or not allow. The search is the same without them, only read row by row.
do $$
begin
  create extension if not exists pg_trgm;
  create index creators_search on creators using gin (page_name gin_trgm_ops, headline gin_trgm_ops)
    where not is_adult;
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'searching creators without an index: %', sqlerrm;
end $$;
