-- A pass that somebody gave the staff, to see part of their account for half an hour. One a person: a new one replaces
-- the one before it. What was done with it is in the audit log.
create table support_passes (
  user_id uuid primary key references users (id),
  id uuid not null unique,
  code_hash bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_by uuid references users (id),
  used_at timestamptz,
  ended_at timestamptz,
  check ((used_by is null) = (used_at is null)),
  -- Nobody uses a pass of their own.
  check (used_by <> user_id)
);
create index support_passes_code on support_passes (code_hash) where used_by is null and ended_at is null;
create index support_passes_used_by on support_passes (used_by) where used_by is not null;
