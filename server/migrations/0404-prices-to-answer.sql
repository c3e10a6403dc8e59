-- When members must have answered.
create index plan_price_notices_ends_at on plan_price_notices (ends_at);
