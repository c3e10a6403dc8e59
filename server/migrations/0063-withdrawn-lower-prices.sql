-- The version a member agreed to for later, where the plan costs less than that by now. Another edit before the renewal
-- replaces the lower price, and is judged by what was agreed.
alter table subscriptions add column next_agreed_version_id uuid references plan_versions;
update subscriptions set next_agreed_version_id = plan_version_id
  where next_plan_id = plan_id and next_interval = interval and next_price_cents < price_cents;
