-- When a step of an audience begins or ends, until that has been announced.
create table audience_moments (
  at timestamptz not null,
  audience_id uuid not null references audiences on delete cascade,
  -- The step begins; otherwise it ends.
  is_opening boolean not null,
  primary key (at, audience_id, is_opening)
);
create index audience_moments_audience_id on audience_moments (audience_id);
insert into audience_moments (at, audience_id, is_opening)
  select from_at, audience_id, true from audience_steps where from_at > now()
  union select until_at, audience_id, false from audience_steps where until_at > now();

-- Who was told of a post: nobody twice, whichever steps open it to them.
create table post_deliveries (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  told_at timestamptz not null,
  primary key (post_id, user_id)
);
create index post_deliveries_user_id on post_deliveries (user_id);

-- A link that shows one post to whoever has it.
create table preview_links (
  post_id uuid primary key references posts on delete cascade,
  -- SHA-256 of the secret in the link.
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
