-- Live sessions of a page, announced ahead. What is written in one is in the channel with its id.
create table live_sessions (
  id uuid primary key,
  creator_id uuid not null references creators,
  client_key uuid not null,
  title text not null,
  -- What it is about; may be empty.
  text text not null default '',
  starts_at timestamptz not null,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'open', 'live', 'ended', 'cancelled', 'missed')),
  audience_id uuid not null references audiences,
  questions text not null check (questions in ('off', 'open', 'moderated')),
  anonymous_allowed boolean not null,
  -- What becomes of it afterwards.
  replay text not null check (replay in ('none', 'draft', 'publish')),
  replay_post_id uuid references posts on delete set null,
  created_at timestamptz not null,
  -- When it went live.
  live_at timestamptz,
  -- When it ended, was cancelled or was missed.
  ended_at timestamptz,
  ended_reason text,
  -- Questions that weren't withdrawn, and those of them that not everyone sees.
  asked_count integer not null default 0 check (asked_count >= 0),
  unshown_count integer not null default 0 check (unshown_count >= 0),
  -- Who was there when that was counted last, at most at once, and in all.
  present_count integer not null default 0,
  peak_count integer not null default 0,
  attended_count integer not null default 0,
  -- The picture of a live session. Its segments are objects of the store, its playlists are written from these rows.
  video text not null default 'none' check (video in ('none', 'browser', 'rtmp')),
  -- When the last segment came; null: none did.
  heard_at timestamptz,
  -- Since when those who watch know that the line is lost; null: it isn't.
  lost_at timestamptz,
  -- Of its segments: how many, how long and how much in all.
  segment_count integer not null default 0,
  media_ms integer not null default 0,
  longest_ms integer not null default 0,
  media_bytes bigint not null default 0,
  -- How often the time of a live session was changed, or that it was called off: calendars go by it (SEQUENCE).
  sequence integer not null default 0,
  unique (creator_id, client_key),
  constraint live_sessions_ended_reason_check
    check (ended_reason in ('by_hand', 'too_long', 'page_closed', 'line_lost'))
);
-- One at a time for each creator.
create unique index live_sessions_one_live on live_sessions (creator_id) where state = 'live';
create index live_sessions_coming on live_sessions (creator_id, starts_at, id) where state in ('scheduled', 'open', 'live');
create index live_sessions_past on live_sessions (creator_id, starts_at, id) where state in ('ended', 'cancelled', 'missed');
create index live_sessions_waiting on live_sessions (starts_at) where state in ('scheduled', 'open');
create index live_sessions_running on live_sessions (id) where state in ('open', 'live');
create index live_sessions_audience on live_sessions (audience_id);
create index live_sessions_replay_post on live_sessions (replay_post_id) where replay_post_id is not null;

-- Who wants to be reminded shortly before.
create table live_reminders (
  live_session_id uuid not null references live_sessions on delete cascade,
  user_id uuid not null references users,
  primary key (live_session_id, user_id)
);
create index live_reminders_user_id on live_reminders (user_id);

-- Who was there; an open page says so once a minute.
create table live_attendances (
  live_session_id uuid not null references live_sessions on delete cascade,
  user_id uuid not null references users,
  came_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (live_session_id, user_id)
) with (fillfactor = 70);
create index live_attendances_user_id on live_attendances (user_id);

create table questions (
  id uuid primary key,
  live_session_id uuid not null references live_sessions on delete cascade,
  asker_id uuid not null references users,
  client_key uuid not null,
  -- Nobody on the page learns who asked, its creator included.
  is_anonymous boolean not null,
  body text not null,
  state text not null check (state in ('held', 'open', 'taken', 'answered', 'declined', 'withdrawn')),
  -- Why it was declined. Its asker reads it.
  reason text not null default '',
  -- In writing; may be empty.
  answer text not null default '',
  votes integer not null default 0 check (votes >= 0),
  asked_at timestamptz not null,
  taken_at timestamptz,
  answered_at timestamptz,
  -- Where in the recordings of its session a question was taken: the number of the recording, from 1, and the moment in
  -- it. Null: it wasn't taken while there was a picture, or nothing was recorded.
  recording_part smallint,
  recording_ms integer,
  unique (asker_id, client_key)
);
-- What is taken first, then what most want to know, then what was asked first.
create index questions_in_order on questions (live_session_id, (state <> 'taken'), (-votes), id)
  where state in ('open', 'taken');
create index questions_answered on questions (live_session_id, answered_at, id) where state = 'answered';
create index questions_held on questions (live_session_id, id) where state = 'held';
create index questions_of_asker on questions (live_session_id, asker_id, id);

create table question_votes (
  question_id uuid not null references questions on delete cascade,
  user_id uuid not null references users,
  primary key (question_id, user_id)
);
create index question_votes_user_id on question_votes (user_id);

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
  -- Closed captions lie in its pictures.
  has_captions boolean not null default false,
  unique (live_session_id, client_key)
);
create index broadcasts_init_key on broadcasts (init_key);

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

-- Where somebody watches.
create table live_players (
  id uuid primary key,
  live_session_id uuid not null references live_sessions on delete cascade,
  user_id uuid not null references users,
  started_at timestamptz not null
);
create index live_players_of_user on live_players (user_id, id);
create index live_players_session on live_players (live_session_id);

-- What was shown in a live session, as media: one, unless what was sent changed its kind on the way.
create table live_recordings (
  live_session_id uuid not null references live_sessions on delete cascade,
  position integer not null,
  media_id uuid not null references media on delete cascade,
  -- Of the session's picture, where it begins and how long it is.
  started_ms integer not null,
  duration_ms integer not null,
  primary key (live_session_id, position)
);
create index live_recordings_media on live_recordings (media_id);

-- The key that a creator's streaming software shows; only its hash is kept. Beside it what came in last.
create table stream_keys (
  creator_id uuid primary key references creators,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  -- null: nothing came yet.
  heard_at timestamptz,
  width integer not null default 0,
  height integer not null default 0,
  kilobits integer not null default 0,
  -- Between the last two keyframes; null: there weren't two.
  keyframe_ms integer,
  has_sound boolean not null default false,
  -- Nobody is shown it: no session waits for it.
  is_preview boolean not null default true,
  -- What a creator's streaming software was cut off for, and a few seconds of what it sends while nobody is shown it.
  fault text,
  fault_at timestamptz,
  clip_key text,
  clip_bytes integer,
  clip_sha256 text,
  constraint stream_keys_fault_check check (fault in ('picture_format', 'picture_colours',
  'picture_size', 'sound_format', 'too_much', 'clock', 'restarts'))
) with (fillfactor = 70);
create unique index stream_keys_clip on stream_keys (clip_key);
