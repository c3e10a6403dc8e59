-- Who works for the operator, and as what. A role that ended keeps its row.
create table staff (
  id uuid primary key,
  user_id uuid not null references users,
  role text not null check (role in ('operator', 'moderator', 'support', 'finance')),
  created_at timestamptz not null,
  -- Whoever ran the command.
  granted_by text not null,
  ended_at timestamptz
);
-- Asked on every signed-in request.
create unique index staff_one_open on staff (user_id, role) where ended_at is null;
create index staff_user_id on staff (user_id);

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

create trigger staff_keep_grant before update on staff for each row execute function money_keep_columns(
  'id', 'user_id', 'role', 'created_at', 'granted_by');
create trigger staff_keep_end before update on staff for each row execute function money_keep_filled('ended_at');
create trigger staff_keep_rows before delete on staff for each row execute function money_keep_rows();
create trigger staff_keep_all_rows before truncate on staff for each statement execute function money_keep_rows();
