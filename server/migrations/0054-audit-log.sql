-- What the staff did, to what, and why. Rows are only ever added, each sealed: its hash covers what it says and the hash
-- before it, so whoever changes or removes one, behind the trigger's back, breaks every seal that follows.
create table audit_log (
  id uuid primary key,
  -- 1, 2, 3 …: the order of commits.
  position bigint not null unique,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'operator-command')),
  actor_id uuid references users,
  -- Whoever ran the command.
  actor_name text,
  role text not null check (role in ('operator', 'moderator', 'support', 'finance')),
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  reason text,
  before jsonb not null,
  after jsonb not null,
  request_id uuid not null,
  hash bytea not null,
  check ((actor_kind = 'user') = (actor_id is not null)),
  check ((actor_kind = 'operator-command') = (actor_name is not null))
);
create index audit_log_actor_id on audit_log (actor_id);
create index audit_log_subject on audit_log (subject_kind, subject_id);

-- What is sealed of a row, as one list: no two different rows read the same.
create function audit_canonical(sealed audit_log) returns text language sql stable
  return jsonb_build_array(sealed.position, sealed.id,
    to_char(sealed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), sealed.actor_kind, sealed.actor_id,
    sealed.actor_name, sealed.role, sealed.action, sealed.subject_kind, sealed.subject_id, sealed.reason, sealed.before,
    sealed.after, sealed.request_id)::text;

-- Position and hash are drawn here, whatever the statement says. The staff write little and the row comes last in its
-- transaction, so the lock is held only for its commit.
create function audit_seal() returns trigger language plpgsql as $$
declare
  last_position bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtext('cheers audit log'));
  select position, hash into last_position, last_hash from audit_log order by position desc limit 1;
  new.position := coalesce(last_position, 0) + 1;
  new.hash := sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex'))
    || convert_to(audit_canonical(new), 'UTF8'));
  return new;
end $$;
create trigger audit_log_seal before insert on audit_log for each row execute function audit_seal();

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log stays as it was written: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_refuse_change();
