-- Outside a transaction: built while refunds are written.
create index concurrently if not exists refunds_of_page on refunds (creator_id, status, id desc);
