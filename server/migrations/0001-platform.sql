-- Every domain event, written in the transaction that caused it. The jobs that react are queued beside it.
create table events (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  occurred_at timestamptz not null
);

-- The shape rate-limiter-flexible expects. Losing it in a crash costs nothing, hence unlogged.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- How far the development clock is ahead. Stays empty in production.
create table development_clock (
  is_only_row boolean primary key default true check (is_only_row),
  offset_ms bigint not null
);

-- Work that is done later (platform/jobs). A job is added in the transaction that causes it, and deleted once it is done.
create table jobs (
  id bigint generated always as identity primary key,
  name text not null,
  payload json not null default '{}',
  -- Of the jobs with the same key one waits at most, and one runs.
  key text,
  -- Of the jobs in the same queue one runs at a time.
  queue text,
  -- 0, or 1 for what runs when nothing else is due.
  priority smallint not null default 0,
  run_at timestamptz not null default now(),
  attempts smallint not null default 0,
  max_attempts smallint not null default 25,
  last_error text,
  created_at timestamptz not null default now(),
  -- While a worker has the job: the claim it was taken by, and when others may take it unless that worker says it lives.
  lease uuid,
  locked_until timestamptz
);

create index jobs_due on jobs (priority, run_at, id) where locked_until is null and attempts < max_attempts;
create unique index jobs_key on jobs (key, (locked_until is null)) where key is not null;
create index jobs_queue on jobs (queue, run_at, id)
  where queue is not null and locked_until is null and attempts < max_attempts;
create unique index jobs_queue_running on jobs (queue) where queue is not null and locked_until is not null;

-- One for each state that the console lists, in the words of job-states.ts.
create index jobs_running on jobs (name, id) where locked_until is not null;
create index jobs_failed on jobs (name, id) where locked_until is null and attempts >= max_attempts;
create index jobs_retrying on jobs (name, id)
  where locked_until is null and attempts < max_attempts and attempts > 0;
create index jobs_waiting on jobs (name, id)
  where locked_until is null and attempts < max_attempts and attempts = 0;

-- The last minute that a regular job was queued for.
create table job_schedules (name text primary key, last_run timestamptz not null);

-- What browsers hear of while a page is open. A topic's number goes up by one with each event, in the order of the
-- commits, so that a gap shows what was missed. A new topic begins at the milliseconds of its first use: one that was
-- pruned and comes back never uses a number again.
create table realtime_topics (
  topic text primary key,
  last_seq bigint not null,
  last_at timestamptz not null
);
create index realtime_topics_last_at on realtime_topics (last_at);

-- Kept for an hour, for browsers that come back to whichever node.
create table realtime_events (
  topic text not null,
  seq bigint not null,
  name text not null,
  data jsonb not null,
  published_at timestamptz not null,
  -- Whose doing an event is: people who are kept apart from them by a block aren't told.
  by_user_id uuid,
  primary key (topic, seq)
);
create index realtime_events_published_at on realtime_events (published_at);
create index realtime_events_by_user_id on realtime_events (by_user_id) where by_user_id is not null;

-- What the staff did, to what, and why. Rows are only ever added, each sealed: its hash covers what it says and the hash
-- before it, so whoever changes or removes one, behind the trigger's back, breaks every seal that follows.
create table audit_log (
  id uuid primary key,
  -- 1, 2, 3 …: the order of commits.
  position bigint not null unique,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'operator-command')),
  actor_id uuid,
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
-- The audit log by who did it, newest first.
create index audit_log_by_actor on audit_log (actor_id, position desc);
create index audit_log_by_action on audit_log (action, position desc);
create index audit_log_actor_id_at on audit_log (actor_id, at);

-- Written by npm run restore: while the newest row has no `released_at`, this database is a copy beside its original,
-- and Cheers moves no money and sends no mail (docs/operating.md). Only its owner writes here.
create table restored_copies (
  id integer primary key generated always as identity,
  -- What it was restored to.
  moment timestamptz not null,
  restored_at timestamptz not null default now(),
  released_at timestamptz
);

-- Errors that nobody expected, grouped by where they come from: what the console shows of them. Of each group one sample is
-- kept, without texts of the error, which may quote people.
create table errors_seen (
  id uuid primary key,
  fingerprint text not null unique,
  source text not null check (source in ('request', 'job')),
  -- The route's pattern, or the job's name.
  place text not null,
  -- Class, code and constraint.
  kind text not null,
  -- Of our own files, the innermost first.
  frames text[] not null,
  -- The newest one, by which the log has all of it; null: a job's.
  reference text,
  release text not null,
  count bigint not null check (count > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz
);
create index errors_seen_open on errors_seen (last_seen_at desc, id desc) where resolved_at is null;
create index errors_seen_resolved on errors_seen (last_seen_at desc, id desc) where resolved_at is not null;
create index errors_seen_first on errors_seen (first_seen_at);
create index errors_seen_last on errors_seen (last_seen_at);

-- Refuses a change of the columns it is given.
create function money_keep_columns() returns trigger language plpgsql as $$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

-- Lets the columns it is given be filled in once.
create function money_keep_filled() returns trigger language plpgsql as $$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(old) ->> kept is not null and to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

create function money_keep_rows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

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
