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
  is_preview boolean not null default true
) with (fillfactor = 70);
