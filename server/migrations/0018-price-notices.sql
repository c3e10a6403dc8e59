-- A creator asks the members of a plan to agree to its new price; who has not by then is not renewed at the old one.
create table plan_price_notices (
  plan_version_id uuid primary key references plan_versions,
  plan_id uuid not null references plans,
  ends_at timestamptz not null,
  created_at timestamptz not null
);
create index plan_price_notices_plan_id on plan_price_notices (plan_id);

alter table subscription_notices drop constraint subscription_notices_kind_check;
alter table subscription_notices add constraint subscription_notices_kind_check check (kind in (
  'renewal_ahead', 'payment_failed', 'grace_ending', 'paused', 'recovered', 'card_expiring', 'changed', 'price_change'));
