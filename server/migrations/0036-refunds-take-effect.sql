-- A refund is set aside when it is decided; what the money paid for ends only once the money is on its way.
alter table refunds
  drop constraint refunds_status_check,
  -- manual: the provider cannot make it, so the operator pays it by bank transfer.
  add constraint refunds_status_check check (
    status in ('requested', 'declined', 'approved', 'sent', 'manual', 'processed', 'failed')),
  -- Who carries the money to the supporter.
  add column rail text not null default 'provider' check (rail in ('provider', 'bank')),
  -- The operator's bank transfer, as the bank calls it.
  add column bank_reference text not null default '',
  -- When the provider took it on.
  add column sent_at timestamptz,
  -- Since when the money counts as gone, and what it paid for has ended; null before, and again when it came back.
  add column effective_at timestamptz,
  -- How often the provider refused it, what it said last, and when to ask it again.
  add column attempts integer not null default 0,
  add column refusal text not null default '',
  add column next_attempt_at timestamptz,
  -- The refund that failed and that this one makes once more.
  add column retry_of uuid unique references refunds;

-- Before this file everything ended at the decision.
update refunds set effective_at = coalesce(settled_at, decided_at) where status in ('approved', 'sent', 'processed');
update refunds set sent_at = coalesce(asked_at, decided_at) where status in ('sent', 'processed');

-- What the provider is to be asked about next.
create index refunds_due on refunds (next_attempt_at nulls first) where status in ('approved', 'sent');
-- What waits for the operator: refused, to be paid by bank transfer, or failed and not made again.
create index refunds_of_operator on refunds (id) where status in ('approved', 'manual', 'failed');

-- A membership as it stood before the money for it went back, so that it can be given back when the money comes back.
create table returned_memberships (
  payment_id uuid primary key references payments,
  subscription_id uuid not null references subscriptions,
  plan_id uuid not null references plans,
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  price_cents bigint not null check (price_cents > 0),
  -- Until when it was paid, with that payment, and the period that was paid with what it is worth.
  access_until timestamptz not null,
  period_from timestamptz,
  period_until timestamptz,
  period_worth_cents bigint check (period_worth_cents >= 0),
  -- What was left: the plan they are back on, null when the membership ended, and until when.
  left_plan_id uuid references plans,
  left_until timestamptz not null,
  returned_at timestamptz not null,
  -- The money came back, and so did the membership.
  restored_at timestamptz,
  check (num_nulls(period_from, period_until, period_worth_cents) in (0, 3))
);
create index returned_memberships_subscription_id on returned_memberships (subscription_id);
