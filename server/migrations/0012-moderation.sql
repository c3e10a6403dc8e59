create table moderators (
  creator_id uuid not null references creators,
  user_id uuid not null references users,
  named_at timestamptz not null,
  primary key (creator_id, user_id)
);
create index moderators_user_id on moderators (user_id);

-- Who may read a page and not write on it. No channel: anywhere. No end: until it is lifted.
create table mutes (
  creator_id uuid not null references creators,
  user_id uuid not null references users,
  channel_id uuid,
  until_at timestamptz,
  muted_by uuid not null references users,
  muted_at timestamptz not null,
  unique nulls not distinct (creator_id, user_id, channel_id)
);
create index mutes_user_id on mutes (user_id);
create index mutes_muted_by on mutes (muted_by);

create table word_rules (
  creator_id uuid not null references creators,
  position smallint not null,
  phrase text not null,
  act text not null check (act in ('hold', 'refuse')),
  primary key (creator_id, position)
);

-- A page without a row has the defaults.
create table moderation_settings (
  creator_id uuid primary key references creators,
  comments_from text not null default 'readers'
    check (comments_from in ('readers', 'followers', 'members', 'plans', 'nobody')),
  -- Of followers, members and plans.
  comments_audience_id uuid references audiences,
  links_from text not null default 'everyone' check (links_from in ('everyone', 'followers', 'members', 'nobody')),
  hold_first boolean not null default false,
  auto_hide boolean not null default true,
  slow_seconds integer not null default 0
);
create index moderation_settings_audience on moderation_settings (comments_audience_id);
