-- The provider's ids of subscriptions and payments that a webhook's body names, to find what an erased account is named
-- in. Escaped, because a body may be no text at all.
create function provider_ids_in(body bytea) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct found[1]), '{}')
    from regexp_matches(encode(body, 'escape'), '"((?:sub|pay)_[A-Za-z0-9_-]{1,64})"', 'g') as found
$$;

-- What the provider told us, as it was sent. Kept even when it could not be understood.
create table provider_events (
  id uuid primary key,
  event_id text not null constraint provider_events_once unique,
  name text not null,
  body bytea not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  -- What an event is about: what waits about one subject is applied together, and the provider is asked once for all.
  subject text not null
);
create index provider_events_waiting on provider_events (subject, id) where applied_at is null;
create index provider_events_ids on provider_events using gin (provider_ids_in(body)) with (fastupdate = off)
  where body <> '';

-- That no webhook has come though there was news: since when, and that the operator was told of it.
create table webhook_silences (
  since timestamptz primary key,
  told_at timestamptz not null,
  ended_at timestamptz
);
create unique index webhook_silences_one_open on webhook_silences ((true)) where ended_at is null;
