-- What is being written: a new post, or changes of one that is published.
create table post_drafts (
  post_id uuid primary key references posts on delete cascade,
  creator_id uuid not null references creators on delete cascade,
  title text check (length(title) between 1 and 150),
  blocks jsonb not null,
  -- The first 2,000 characters of its words.
  excerpt text not null,
  -- As on the wire; they become an audience when it is published.
  steps jsonb not null,
  video_link text,
  teaser text check (length(teaser) between 1 and 300),
  cover_id uuid references media on delete set null,
  is_mailed boolean not null
);
create index post_drafts_creator_id on post_drafts (creator_id);
create index post_drafts_cover_id on post_drafts (cover_id) where cover_id is not null;
-- Pictures and players of a draft that are not in the published post.
create table post_draft_media (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  position smallint not null,
  primary key (post_id, position)
);
create index post_draft_media_media_id on post_draft_media (media_id);

alter table posts
  -- Counts what was saved and published, so that two windows can't overwrite each other.
  add column draft_revision integer not null default 0,
  -- When its creator last worked on it; null: not since it was published.
  add column saved_at timestamptz,
  -- Scheduled: when it goes out.
  add column publish_at timestamptz,
  -- Members who want mails get one when it goes out.
  add column is_mailed boolean not null default true,
  -- Deleted, and can be brought back until then; null: not, or not any more.
  add column restorable_until timestamptz,
  -- The creator's own number for beginning it: sent twice, it is one draft.
  add column client_key uuid;
