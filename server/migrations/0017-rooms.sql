-- Rooms of a page's community. What is written in one is in the channel with its id.
create table rooms (
  id uuid primary key,
  creator_id uuid not null references creators,
  name text not null,
  -- Empty: none.
  emoji text not null default '',
  topic text not null default '',
  -- Who may read.
  audience_id uuid not null references audiences,
  write_from text not null check (write_from in ('readers', 'followers', 'members', 'plans', 'nobody')),
  -- Of followers, members and plans.
  write_audience_id uuid references audiences,
  position integer not null,
  -- Read-only from then on, and gone some time later.
  archived_at timestamptz,
  created_at timestamptz not null
);
create index rooms_in_order on rooms (creator_id, position);
create index rooms_audience on rooms (audience_id);
create index rooms_write_audience on rooms (write_audience_id);

-- Who may not enter a room, though its audience has them.
create table exclusions (
  room_id uuid not null references rooms on delete cascade,
  user_id uuid not null references users,
  excluded_at timestamptz not null,
  primary key (room_id, user_id)
);
create index exclusions_user_id on exclusions (user_id);

-- What whoever writes in a page's rooms has to accept first; no row: nothing.
create table community_rules (
  creator_id uuid primary key references creators,
  body text not null
);

create table accepted_rules (
  user_id uuid not null references users,
  creator_id uuid not null references creators,
  accepted_at timestamptz not null,
  primary key (user_id, creator_id)
);
create index accepted_rules_creator_id on accepted_rules (creator_id);
