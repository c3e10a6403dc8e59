-- The picture of a live session. Its segments are objects of the store, its playlists are written from these rows.
alter table live_sessions
  add column video text not null default 'none' check (video in ('none', 'browser', 'rtmp')),
  -- When the last segment came; null: none did.
  add column heard_at timestamptz,
  -- Since when those who watch know that the line is lost; null: it isn't.
  add column lost_at timestamptz,
  -- Of its segments: how many, how long and how much in all.
  add column segment_count integer not null default 0,
  add column media_ms integer not null default 0,
  add column longest_ms integer not null default 0,
  add column media_bytes bigint not null default 0,
  drop constraint live_sessions_ended_reason_check,
  add constraint live_sessions_ended_reason_check
    check (ended_reason in ('by_hand', 'too_long', 'page_closed', 'line_lost'));

-- One line from a browser or a program. A line that breaks and comes back is another one.
create table broadcasts (
  id uuid primary key,
  live_session_id uuid not null references live_sessions on delete cascade,
  client_key uuid not null,
  kind text not null check (kind in ('browser', 'rtmp')),
  started_at timestamptz not null,
  -- When something of it came last.
  heard_at timestamptz not null,
  ended_at timestamptz,
  mime text not null,
  width integer not null,
  height integer not null,
  -- What players read first; null: it hasn't come yet.
  init_key text,
  init_bytes integer,
  init_sha256 text,
  -- Since its first segment: how many lines were shown before it, and when the session's picture would have begun,
  -- by this line's time.
  ordinal integer,
  zero_at timestamptz,
  unique (live_session_id, client_key)
);

create table live_segments (
  live_session_id uuid not null references live_sessions on delete cascade,
  -- Dense, from 0.
  seq integer not null,
  broadcast_id uuid not null references broadcasts on delete cascade,
  -- Since the beginning of the first one.
  started_ms integer not null,
  duration_ms integer not null check (duration_ms > 0),
  key text not null,
  bytes integer not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (live_session_id, seq)
);
create index live_segments_broadcast on live_segments (broadcast_id, seq);
-- What the store holds is looked up by its name.
create index live_segments_key on live_segments (key);
create index broadcasts_init_key on broadcasts (init_key);

-- Where somebody watches.
create table live_players (
  id uuid primary key,
  live_session_id uuid not null references live_sessions on delete cascade,
  user_id uuid not null references users,
  started_at timestamptz not null
);
create index live_players_of_user on live_players (user_id, id);
create index live_players_session on live_players (live_session_id);
