-- A page whose owner is gone, and since when it could not be used: what members paid for the time since goes back.
create table page_closings (
  creator_id uuid primary key references creators,
  closed_at timestamptz not null,
  -- Every membership has ended, and every return is ordered.
  settled_at timestamptz
);
create index page_closings_unsettled on page_closings (creator_id) where settled_at is null;

-- Those who are leaving, for the job that ends their memberships.
create index users_leaving on users (id) where deletion_due_at is not null and erased_at is null;

-- One rule for pages that stay suspended and for pages that close: a payment's unused time goes back once.
alter table suspension_returns rename to unused_time_returns;
-- null: the page closed.
alter table unused_time_returns alter column suspension_id drop not null;

-- What was left of the balance of a closed page.
create table closed_balances (
  id uuid primary key,
  creator_id uuid not null references creators,
  -- unclaimed: still the creator's, and the operator can pay it out. loss: more went back to members than the creator
  -- had, and the platform bears it.
  kind text not null check (kind in ('unclaimed', 'loss')),
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  booked_at timestamptz not null,
  -- paid: to the creator. returned: put back into the balance, because something moved that after all.
  status text not null default 'open' check (status in ('open', 'paid', 'returned')),
  settled_at timestamptz,
  bank_reference text not null default '',
  check (kind = 'unclaimed' or status = 'open'),
  check ((status = 'open') = (settled_at is null))
);
create index closed_balances_creator_id on closed_balances (creator_id);
create unique index closed_balances_one_open on closed_balances (creator_id, currency)
  where kind = 'unclaimed' and status = 'open';

-- The reserve asks for the yearly payments of a creator that run.
create index payments_yearly on payments (creator_id, period_until) where interval = 'yearly';
