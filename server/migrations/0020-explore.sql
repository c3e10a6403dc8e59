-- Names, topics and titles are found in spite of typing errors, by trigrams: an extension, which a managed database may
-- not have or not allow. Without it the search is the same for words that are typed as written.
-- Each of these answers with at most 300 rows: what looks alike has no end. How many titles and names look like what was
-- typed is guessed at a hundredth of all, so PostgreSQL would read the whole table, hence enable_seqscan.
create function pages_alike(typed text) returns table (creator_id uuid, likeness real)
  language sql stable set enable_seqscan = off as
  $$ select null::uuid, null::real where false $$;
create function titles_alike(typed text, page uuid) returns table (post_id uuid, likeness real)
  language sql stable set enable_seqscan = off as
  $$ select null::uuid, null::real where false $$;

do $$
begin
  create extension if not exists pg_trgm;
  create index creators_alike on creators
    using gin (page_name gin_trgm_ops, handle gin_trgm_ops, headline gin_trgm_ops) with (fastupdate = off);
  create index creator_topics_alike on creator_topics using gin (topic gin_trgm_ops) with (fastupdate = off);
  create index post_search_alike on post_search using gin (title gin_trgm_ops) with (fastupdate = off);

  create or replace function pages_alike(typed text) returns table (creator_id uuid, likeness real)
    language sql stable set enable_seqscan = off as $body$
    (select c.id, greatest(word_similarity(typed, c.page_name), word_similarity(typed, c.handle),
        0.7 * word_similarity(typed, c.headline))::real
      from creators c where c.page_name %> typed or c.handle %> typed or c.headline %> typed limit 300)
    union all
    (select t.creator_id, word_similarity(typed, t.topic) from creator_topics t where t.topic %> typed limit 300)
  $body$;

  create or replace function titles_alike(typed text, page uuid) returns table (post_id uuid, likeness real)
    language sql stable set enable_seqscan = off as $body$
    select s.post_id, word_similarity(typed, s.title) from post_search s
      where s.title %> typed and (page is null or s.creator_id = page) limit 300
  $body$;
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'searching without trigrams: %', sqlerrm;
end $$;
