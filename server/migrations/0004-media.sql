-- A picture, video or sound. It knows its owner; posts refer to it and decide who may see it.
create table media (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null,
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
  -- Whoever prepares it says so until this moment; after a crash another takes over.
  claimed_until timestamptz,
  created_at timestamptz not null,
  -- null: in no post.
  attached_at timestamptz,
  -- When it is removed if it is in no post by then.
  expires_at timestamptz,
  -- Since when bytes are under their name: Last-Modified of what is served.
  kept_at timestamptz,
  -- How often preparing a medium was begun, counted before each attempt: whatever ends the process then, the count stays.
  attempts smallint not null default 0,
  -- What a medium takes in the store: its original, while that is kept, and everything made of it. Summed by owner at each
  -- upload, so it is kept up to date here, whoever writes renditions.
  renditions_bytes bigint not null default 0,
  stored_bytes bigint generated always as
  (renditions_bytes + case when original_key is null then 0 else coalesce(size_bytes, 0) end) stored,
  -- What a file is called, without anything that means something to a file system; null for other media.
  name text,
  -- In what the files that were made of a medium differ from it, in words for its owner; null: in nothing, or it isn't known.
  note text,
  constraint media_kind_check check (kind in ('image', 'video', 'audio', 'file')),
  constraint media_name_check check ((kind = 'file') = (name is not null) and octet_length(name) <= 240)
);
create index media_expires_at on media (expires_at) where attached_at is null;
create index media_unprepared on media (claimed_until) where state = 'processing' or (state = 'ready' and progress < 100);
create index media_owner_id on media (owner_id) include (stored_bytes);
create index media_played on media (owner_id) where kind in ('audio', 'video');

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
  kept_at timestamptz not null,
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

-- What has arrived of an upload and lies in the object store, so that any node goes on with it. Without an object store
-- there are none: its bytes wait on the node's disk.
create table upload_parts (
  upload_id uuid not null references uploads on delete cascade,
  -- Where it begins. Two writers can't both add the part that begins here, so parts follow one another without a gap.
  offset_bytes bigint not null check (offset_bytes >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  key text not null unique,
  -- The node whose disk has these bytes as well.
  node_id uuid not null,
  primary key (upload_id, offset_bytes)
);

create function media_count_renditions() returns trigger language plpgsql as $$
begin
  update media set renditions_bytes = renditions_bytes
      + case when tg_op = 'DELETE' then 0 else new.size_bytes end
      - case when tg_op = 'INSERT' then 0 else old.size_bytes end
    where id = case when tg_op = 'DELETE' then old.media_id else new.media_id end;
  return null;
end $$;
create trigger media_renditions_count after insert or delete or update of size_bytes on media_renditions
  for each row execute function media_count_renditions();
