-- Outside a transaction: built while memberships are counted. What a page's memberships bring now, by plan, without
-- reading the rows.
create index concurrently if not exists mrr_standings_of_page on mrr_standings (creator_id, currency, plan_id)
  include (twelfths, ends_with_period, paid_until) where twelfths > 0
