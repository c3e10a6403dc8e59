-- Outside a transaction
create index concurrently if not exists subscriptions_ending_with_page on subscriptions (creator_id) where ends_with_page;
