-- Outside a transaction: index by index, so that nobody waits for one while another is tidied. What is written goes into these indexes
-- at once, and not into a list that each search reads and that whoever finds it full has to empty (docs/decisions/0502).
do $$
declare
  each text;
begin
  foreach each in array array['messages_words', 'post_search_open', 'post_search_all', 'post_search_in_page', 'post_search_alike',
    'creator_topics_alike', 'provider_events_ids']
  loop
    execute format('alter index if exists %I set (fastupdate = off)', each);
    commit;
    if to_regclass(each) is not null then perform gin_clean_pending_list(each::regclass); end if;
    commit;
    perform pg_sleep(0.1);
  end loop;
end $$;
