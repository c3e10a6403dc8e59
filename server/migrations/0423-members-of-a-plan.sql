-- Outside a transaction: built while memberships are written. How many pay for a plan, counted without reading the rows.
create index concurrently if not exists subscriptions_paying_of_plan on subscriptions (plan_id)
  where status in ('active', 'past_due');
