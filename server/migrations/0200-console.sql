-- What the operator's console reads and decides.

-- People by the beginning of their username (names have that index already), at a million accounts. Addresses are only found whole.
create index users_username_start on users (lower(username) text_pattern_ops, id);
create index creators_name_start on creators (lower(page_name) text_pattern_ops, id);
create index creators_handle_start on creators (lower(handle) text_pattern_ops, id);

-- A member of the staff stopped a payout until a day; it stays requested as long.
create table payout_holds (
  id uuid primary key,
  payout_id uuid not null references payouts,
  held_at timestamptz not null,
  until_at timestamptz not null,
  -- The creator reads it.
  reason text not null,
  -- An account by its id, or whoever ran a command.
  held_by text not null,
  -- Before its end, by two people.
  released_at timestamptz,
  released_by text,
  check (until_at > held_at),
  check ((released_at is null) = (released_by is null))
);
create index payout_holds_payout_id on payout_holds (payout_id, id desc);
create index payout_holds_open on payout_holds (until_at) where released_at is null;

-- Payouts of everybody, newest first.
create index payouts_by_status on payouts (status, id desc);

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

-- The audit log by who did it, newest first.
create index audit_log_by_actor on audit_log (actor_id, position desc);
create index audit_log_by_action on audit_log (action, position desc);

-- The few accounts in each of the rarer states, newest first.
create index users_erased on users (id) where erased_at is not null;
create index users_unconfirmed on users (id) where email_verified_at is null;
create index creators_hidden on creators (id) where hidden_at is not null;
