-- What the platform itself keeps.

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
  offset_ms bigint not null check (offset_ms >= 0)
);
