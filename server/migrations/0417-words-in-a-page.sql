-- Outside a transaction: built while posts are published. Each word beside its page: of a word that many pages use, the
-- index reads what it shares with one of them.
create index concurrently if not exists post_search_in_page
  on post_search using gin ((array_to_tsvector(array['in:' || creator_id::text]) || all_words));
