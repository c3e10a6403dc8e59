-- Outside a transaction: built while memberships are written. A page's members by state, counted without reading the rows.
create index concurrently if not exists subscriptions_newest_of_creator
  on subscriptions (creator_id, status, cancel_at_period_end, access_until)
  where access_until is not null and not has_newer;
