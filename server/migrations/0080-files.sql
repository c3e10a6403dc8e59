-- Files of any type in posts: only ever downloaded, never shown or played. 0081 checks the rows that are there.
alter table media
  drop constraint media_kind_check,
  add constraint media_kind_check check (kind in ('image', 'video', 'audio', 'file')) not valid,
  -- What a file is called, without anything that means something to a file system; null for other media.
  add column name text,
  add constraint media_name_check check ((kind = 'file') = (name is not null) and octet_length(name) <= 240) not valid;

-- The files of a post, in the order they are listed.
create table post_files (
  post_id uuid not null references posts on delete cascade,
  media_id uuid not null unique references media on delete cascade,
  position smallint not null,
  -- Who may download it, of those who may read the post; null: all of them.
  audience_id uuid references audiences,
  -- By people who were signed in, each at most once an hour; not by the creator.
  downloads bigint not null default 0,
  primary key (post_id, position)
);

-- When a download by a member was last counted.
create table file_downloads (
  media_id uuid not null references media on delete cascade,
  member_id uuid not null references users,
  counted_at timestamptz not null,
  primary key (member_id, media_id)
);
create index file_downloads_media_id on file_downloads (media_id);
