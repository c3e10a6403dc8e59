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
  ended_reason text check (ended_reason in ('by_hand', 'too_long', 'page_closed')),
  -- Questions that weren't withdrawn, and those of them that not everyone sees.
  asked_count integer not null default 0 check (asked_count >= 0),
  unshown_count integer not null default 0 check (unshown_count >= 0),
  -- Who was there when that was counted last, at most at once, and in all.
  present_count integer not null default 0,
  peak_count integer not null default 0,
  attended_count integer not null default 0,
  unique (creator_id, client_key)
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

-- Kept with the page, so that showing a page doesn't have to look for live sessions.
alter table creators add column has_live boolean not null default false;
