-- Until when what was ordered at the provider can be paid; the provider is told the same moment.
alter table subscriptions add column order_expires_at timestamptz;
update subscriptions set order_expires_at = created_at + interval '30 minutes' where status = 'pending';
create index subscriptions_open_orders on subscriptions (order_expires_at) where status = 'pending';

-- A change is worth only the state that it was computed from; what it was, and why it was given up.
alter table subscription_changes
  add column expires_at timestamptz,
  add column quoted_status text,
  add column quoted_plan_version_id uuid references plan_versions,
  add column quoted_interval text check (quoted_interval in ('monthly', 'yearly')),
  add column quoted_access_until timestamptz,
  add column quoted_cancel_at_period_end boolean,
  add column closed_because text check (closed_because in ('replaced', 'expired', 'outdated'));
update subscription_changes ch set expires_at = ch.created_at + interval '30 minutes', quoted_status = s.status,
    quoted_plan_version_id = s.plan_version_id, quoted_interval = s.interval, quoted_access_until = s.access_until,
    quoted_cancel_at_period_end = s.cancel_at_period_end
  from subscriptions s where s.id = ch.subscription_id and ch.status = 'open';
create index subscription_changes_open_orders on subscription_changes (expires_at) where status = 'open';
create index subscription_changes_open_of_plan on subscription_changes (plan_id) where status = 'open';
create index subscriptions_live_of_plan on subscriptions (plan_id)
  where status in ('pending', 'active', 'past_due', 'paused');
create index subscriptions_next_of_plan on subscriptions (next_plan_id) where next_plan_id is not null;

-- Issued outside India as far as the provider told; an Indian card may be debited a day and a half ahead.
alter table subscriptions add column card_is_international boolean;
