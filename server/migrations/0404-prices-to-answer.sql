-- Outside a transaction: built while prices are changed. When members must have answered.
create index concurrently if not exists plan_price_notices_ends_at on plan_price_notices (ends_at);
