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
