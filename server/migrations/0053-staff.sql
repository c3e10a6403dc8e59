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

create trigger staff_keep_grant before update on staff for each row execute function money_keep_columns(
  'id', 'user_id', 'role', 'created_at', 'granted_by');
create trigger staff_keep_end before update on staff for each row execute function money_keep_filled('ended_at');
create trigger staff_keep_rows before delete on staff for each row execute function money_keep_rows();
create trigger staff_keep_all_rows before truncate on staff for each statement execute function money_keep_rows();
