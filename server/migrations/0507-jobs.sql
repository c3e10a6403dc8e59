-- Unread since v1.0.0: queue_jobs and job_workers belonged to graphile-worker's queue, which this one replaces.
drop function if exists queue_jobs;
drop table if exists job_workers;

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
