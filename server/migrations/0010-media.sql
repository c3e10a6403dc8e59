-- A picture, video or sound. It knows its owner; posts refer to it and decide who may see it.
create table media (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null check (kind in ('image', 'video', 'audio')),
  state text not null check (state in ('uploading', 'processing', 'ready', 'failed')),
  -- What the owner is told.
  failure text,
  -- Of the preparing, in percent. A ready medium below 100 still gains renditions.
  progress smallint not null default 0 check (progress between 0 and 100),
  alt text not null default '',
  -- 128 random bits: the folder in the store, and the address of what is public.
  folder text not null unique,
  -- null: not stored yet, or (pictures) gone once it was written anew without its metadata.
  original_key text,
  mime text,
  size_bytes bigint,
  sha256 text,
  width_px integer,
  height_px integer,
  duration_ms bigint,
  codecs text,
  plays_natively boolean,
  -- #rrggbb
  placeholder text,
  -- In a post that is free for everyone.
  is_public boolean not null default false,
  -- Whoever prepares it says so until this moment; after a crash another takes over.
  claimed_until timestamptz,
  created_at timestamptz not null,
  -- null: in no post.
  attached_at timestamptz,
  -- When it is removed if it is in no post by then.
  expires_at timestamptz
);
create index media_owner_id on media (owner_id);
create index media_expires_at on media (expires_at) where attached_at is null;
create index media_unprepared on media (claimed_until) where state = 'processing' or (state = 'ready' and progress < 100);

create table media_renditions (
  media_id uuid not null references media on delete cascade,
  -- w480 … w2160, poster, low, hls/master.m3u8 and its files, audio-normalised, captions-en …
  name text not null,
  key text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  width_px integer,
  height_px integer,
  -- What people choose it by: the name of a caption's language.
  label text,
  primary key (media_id, name)
);

-- Uploads under way. Their bytes wait on disk, and the size of that file is the truth about how far they are.
create table uploads (
  -- The same as the medium's.
  id uuid primary key references media on delete cascade,
  user_id uuid not null references users,
  size_bytes bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index uploads_user_id on uploads (user_id);
create index uploads_expires_at on uploads (expires_at);

alter table posts
  add column media_id uuid unique references media,
  -- A video at one of the providers we frame.
  add column video_link text,
  -- Its medium cannot be played yet; until then only its creator sees the post.
  add column waits_for_media boolean not null default false;

-- Media are opened with the cookie half alone, bound to an address that was given to the same user.
create index sessions_cookie_hash on sessions (cookie_hash);
