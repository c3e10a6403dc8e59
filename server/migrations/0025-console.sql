-- What one member of the staff asks for and another decides. Nobody decides on what they asked for themselves.
create table approvals (
  id uuid primary key,
  action text not null check (action in ('refund', 'payout-release', 'grant-role')),
  -- Of the payment, the payout, the account.
  subject_id uuid not null,
  -- Whom it concerns: they don't decide on it.
  concerned_ids uuid[] not null,
  payload jsonb not null,
  reason text not null,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'alone', 'expired')),
  note text not null default '',
  check (decided_by <> asked_by),
  check ((outcome is null) = (decided_at is null)),
  -- `alone`: there was nobody else for a day.
  check ((outcome in ('approved', 'declined')) = (decided_by is not null))
);
create unique index approvals_one_open on approvals (action, subject_id, (payload ->> 'role')) nulls not distinct
  where outcome is null;
create index approvals_open on approvals (id desc) where outcome is null;
create index approvals_asked_by on approvals (asked_by);
create index approvals_decided_by on approvals (decided_by);

-- A walk goes through one table in the order of its keys, some thousands of rows at a time, and begins again at its end.
create table money_walks (
  walk text primary key,
  -- The last key that was looked at; '' at the beginning.
  cursor text not null,
  walked_at timestamptz not null,
  -- When it last came to its end: everything that was there then has been looked at.
  swept_at timestamptz
);

-- What is wrong at this moment. A row is deleted once a later look finds it right.
create table money_findings (
  check_name text not null,
  walk text not null,
  key text not null,
  problem text not null,
  -- '' where there is no amount.
  currency text not null,
  difference_minor bigint not null,
  -- As people name it: a reference of the ledger, the provider's id, a number.
  subject text not null,
  -- What to open to see it.
  place_id text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (walk, key, check_name, problem, currency)
);
create index money_findings_check on money_findings (check_name, found_at, key);
