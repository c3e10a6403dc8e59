-- What a payment bought, as it was agreed when the money came. Receipts and histories read this, never the
-- subscription: that goes on under other terms.
alter table payments
  -- difference: what an upgrade cost up to a renewal that was paid before; it pays for no period of its own.
  add column kind text not null default 'period' check (kind in ('period', 'difference')),
  add column plan_version_id uuid references plan_versions,
  add column plan_name text,
  add column interval text check (interval in ('monthly', 'yearly')),
  add column period_from timestamptz,
  add column period_until timestamptz;

-- A change that was paid, with what held before it: the terms that hold again when that payment goes back.
alter table subscription_changes
  add column payment_id uuid unique references payments,
  add column former_plan_id uuid references plans,
  add column former_plan_version_id uuid references plan_versions,
  add column former_interval text check (former_interval in ('monthly', 'yearly')),
  add column former_price_cents bigint check (former_price_cents > 0),
  add constraint subscription_changes_former_is_whole check (
    num_nulls(former_plan_id, former_plan_version_id, former_interval, former_price_cents) in (0, 4));

-- The payment and its change were written in one transaction, at one moment.
update payments p set kind = 'difference' from subscription_changes ch
  where ch.subscription_id = p.subscription_id and ch.kind = 'upgrade' and ch.charged_now_cents = p.amount_cents
    and ch.status = 'applied' and ch.settled_at = p.created_at;
update subscription_changes ch set payment_id = p.id from payments p
  where p.subscription_id = ch.subscription_id and p.kind = 'difference' and p.created_at = ch.settled_at
    and ch.status = 'applied';

-- Of payments before this file the price tells what was bought; where none matches, the subscription has to.
update payments p set
  plan_name = plans.name,
  plan_version_id = coalesce(ch.plan_version_id, bought.id, s.plan_version_id),
  interval = coalesce(ch.interval, bought.interval, s.interval),
  period_from = p.captured_at,
  period_until = coalesce(ch.starts_at, p.captured_at
    + case coalesce(bought.interval, s.interval) when 'yearly' then interval '1 year' else interval '1 month' end)
from payments own
  join plans on plans.id = own.plan_id
  join subscriptions s on s.id = own.subscription_id
  left join subscription_changes ch on ch.payment_id = own.id
  left join lateral (
    select v.id, rhythm.interval from plan_versions v
      cross join lateral (values ('monthly', v.price_cents), ('yearly', v.price_cents * 108 / 1000 * 100))
        as rhythm (interval, price_cents)
    where v.plan_id = own.plan_id and v.created_at <= own.captured_at and rhythm.price_cents = own.amount_cents
    order by v.version desc limit 1) bought on true
where own.id = p.id;

alter table payments
  alter column kind drop default,
  alter column plan_version_id set not null,
  alter column plan_name set not null,
  alter column interval set not null,
  alter column period_from set not null,
  alter column period_until set not null;

-- Charges of which the provider has not told its fee yet.
create index payments_without_provider_fee on payments (captured_at) where provider_fee_minor is null;

-- The provider was told to end it with its period, which it cannot take back: going on needs the card once more.
alter table subscriptions add column provider_told_at timestamptz;

-- Who decided in the operator's name.
alter table refunds add column operator text not null default '';
