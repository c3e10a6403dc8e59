-- What is owed for an upgrade and too little to be charged by itself; it is added to the next charge.
alter table subscriptions add column carried_cents bigint not null default 0 check (carried_cents >= 0);
alter table subscription_changes add column carried_cents bigint not null default 0 check (carried_cents >= 0);
-- The part of a payment that was carried to it, for the time before the period that it paid for.
alter table payments add column carried_cents bigint not null default 0
  check (carried_cents >= 0 and carried_cents <= amount_cents);

-- What the provider told of its calendar: when it charges next, and when the subscription began that it counts from.
alter table subscriptions
  add column provider_charge_at timestamptz,
  add column provider_starts_at timestamptz;

-- Members hear of a lower price as well. Which notices there are is said in one place, `noticeKind` in the code.
alter table subscription_notices drop constraint subscription_notices_kind_check;
