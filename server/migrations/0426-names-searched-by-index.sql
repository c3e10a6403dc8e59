-- What was changed and isn't in the index yet is read with each search, and counted as its cost: with more of it, all pages
-- were read instead (70 ms of 100,000). Pages change seldom enough to be indexed at once.
alter index if exists creators_alike set (fastupdate = off);
do $$
begin
  if to_regclass('creators_alike') is not null then perform gin_clean_pending_list('creators_alike'); end if;
end $$;
