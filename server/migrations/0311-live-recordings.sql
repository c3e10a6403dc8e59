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
