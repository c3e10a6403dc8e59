-- The period that was paid, as it stands after every change since, and what it is worth: what is unused of it is this
-- share of that worth. Until now it was guessed from the end, which is wrong once time was exchanged for other time.
alter table subscriptions
  add column period_from timestamptz,
  add column period_until timestamptz,
  add column period_worth_cents bigint check (period_worth_cents >= 0),
  -- What the same time is on terms that were left since money came, so that going back to them loses nothing.
  add column period_equivalents jsonb not null default '[]',
  add constraint subscriptions_period_is_whole check (
    num_nulls(period_from, period_until, period_worth_cents) in (0, 3) and period_from <= period_until);

alter table subscription_changes
  -- By money for the time that is left, by that time, or not before the period ends; null: somebody comes back.
  add column settled_by text check (settled_by in ('difference', 'time', 'nothing')),
  -- The moment that it was computed for.
  add column quoted_at timestamptz,
  -- The period that is paid once the change holds; it ends with starts_at.
  add column period_from timestamptz,
  add column period_worth_cents bigint check (period_worth_cents >= 0),
  add column former_period_from timestamptz,
  add column former_period_until timestamptz,
  add column former_period_worth_cents bigint check (former_period_worth_cents >= 0),
  add constraint subscription_changes_former_period_is_whole check (
    num_nulls(former_period_from, former_period_until, former_period_worth_cents) in (0, 3));
update subscription_changes set quoted_at = created_at, settled_by = case
    when kind = 'comeback' then null when timing = 'period_end' then 'nothing'
    when kind = 'upgrade' then 'difference' else 'time' end;
alter table subscription_changes alter column quoted_at set not null;

-- The last period that was charged and stands; the time that came of its worth since, if it was exchanged; and both
-- at the present price where an upgrade was paid on top of it.
with charged as (
  select distinct on (p.subscription_id) p.subscription_id as id, p.period_from as "from", p.period_until as until,
    p.amount_cents as worth, p.created_at as since
  from payments p
  where p.kind = 'period' and p.refunded_cents < p.amount_cents
    and not exists (select from surplus_payments surplus where surplus.payment_id = p.id)
  order by p.subscription_id, p.captured_at desc, p.id desc
), exchanged as (
  select distinct on (ch.subscription_id) ch.subscription_id as id, date_trunc('second', ch.created_at) as "from",
    ch.starts_at as until, ch.credit_cents as worth, ch.settled_at as since
  from subscription_changes ch join charged on charged.id = ch.subscription_id and ch.settled_at >= charged.since
  where ch.status = 'applied' and ch.settled_by = 'time' and ch.starts_at is not null
  order by ch.subscription_id, ch.settled_at desc
), last as (
  select coalesce(exchanged.id, charged.id) as id, coalesce(exchanged."from", charged."from") as "from",
    coalesce(exchanged.until, charged.until) as until, coalesce(exchanged.worth, charged.worth) as worth,
    (select ch.former_price_cents from subscription_changes ch where ch.subscription_id = charged.id
      and ch.status = 'applied' and ch.settled_by = 'difference'
      and ch.settled_at > coalesce(exchanged.since, charged.since) order by ch.settled_at limit 1) as before_cents
  from charged left join exchanged on exchanged.id = charged.id
)
update subscriptions s set period_from = last."from", period_until = last.until,
    period_worth_cents = case when last.before_cents is null then last.worth
      else round(last.worth::numeric * s.price_cents / last.before_cents) end
  from last where last.id = s.id and last.until = s.access_until and last."from" <= last.until;

-- Running ones of which no payment tells: what was guessed so far.
update subscriptions set period_until = access_until, period_worth_cents = price_cents,
    period_from = access_until - case interval when 'yearly' then interval '1 year' else interval '1 month' end
  where period_until is null and access_until is not null and status in ('active', 'past_due', 'paused');
