-- Outside a transaction: built while disputes are opened.
create index concurrently if not exists disputes_of_page on disputes (creator_id, opened_at);
