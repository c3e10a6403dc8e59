-- Files to download of a draft, each with the plans that it is for; none: whoever reads the post.
create table post_draft_files (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  position smallint not null,
  plan_ids uuid[] not null,
  primary key (post_id, position)
);
create index post_draft_files_media_id on post_draft_files (media_id);
