-- Conversations of two people or a group. What is written in one is in the channel with its id.
create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('pair', 'group')),
  -- Names the two of a pair by their ids, or a page and a person, so that there is one of each; null: a group.
  pair_key text unique,
  -- Of whose page it is: its creator appears as the page. null: everyone appears as themselves.
  creator_id uuid references creators,
  -- Of a group; empty: it is called by its people.
  name text not null default '',
  -- Who may rename a group and remove people from it; null: a pair.
  owner_id uuid references users,
  -- Who asked to write to the other one, and when; null: nobody had to.
  requested_by uuid references users,
  requested_at timestamptz,
  -- Both agreed to it, whatever they are to each other.
  is_agreed boolean not null default false,
  created_at timestamptz not null
);
create index conversations_requests on conversations (requested_at) where requested_by is not null;
create index conversations_owner_id on conversations (owner_id) where owner_id is not null;
create index conversations_creator_id on conversations (creator_id) where creator_id is not null;

create table participants (
  conversation_id uuid not null references conversations,
  user_id uuid not null references users,
  state text not null check (state in ('active', 'requested', 'declined', 'left')),
  -- The first message that is theirs to see.
  from_seq integer not null default 0,
  -- The newest message, and whether they have read up to it; kept here so that lists needn't look into channels.
  last_seq integer not null default 0,
  is_unread boolean not null default false,
  -- When something was last written; null: it isn't in their list.
  last_at timestamptz,
  is_group boolean not null,
  joined_at timestamptz not null,
  primary key (conversation_id, user_id)
) with (fillfactor = 70);
create index participants_list on participants (user_id, last_at desc, conversation_id desc)
  where state = 'active' and last_at is not null;
create index participants_unread on participants (user_id, last_at desc, conversation_id desc)
  where state = 'active' and is_unread and last_at is not null;
create index participants_requests on participants (user_id, last_at desc, conversation_id desc)
  where state = 'requested' and last_at is not null;
create index participants_groups on participants (user_id) where is_group;
-- of the other indexes has those of one list.
create index participants_of_user on participants (user_id);

-- Who may write to a person; no row: as contract/conversations/rules.ts has it.
create table message_rules (
  user_id uuid primary key references users,
  -- Of creators: who may write to their page without asking.
  allow text not null check (allow in ('nobody', 'plans', 'members', 'followers')),
  plan_ids uuid[] not null default '{}',
  -- People they share a room with may write without asking.
  from_rooms boolean not null,
  takes_requests boolean not null,
  -- Others see what they have read, and they see what others have.
  shows_read boolean not null
);

create table announcements (
  id uuid primary key,
  creator_id uuid not null references creators,
  audience_id uuid not null references audiences,
  body text not null,
  client_key uuid not null,
  -- How many people have it.
  sent_count integer not null default 0,
  -- When everybody had it; null: it is still on its way.
  sent_at timestamptz,
  created_at timestamptz not null,
  unique (creator_id, client_key)
);
create index announcements_of_page on announcements (creator_id, created_at desc);
create index announcements_audience on announcements (audience_id);

-- Who has an announcement: whoever is looked at twice gets it once.
create table announcement_deliveries (
  announcement_id uuid not null references announcements on delete cascade,
  user_id uuid not null references users,
  primary key (announcement_id, user_id)
);
create index announcement_deliveries_user_id on announcement_deliveries (user_id);

-- When people asked to write to somebody, for as long as it counts.
create table message_requests (
  user_id uuid not null references users,
  asked_at timestamptz not null
);
create index message_requests_of_user on message_requests (user_id, asked_at);
create index message_requests_asked_at on message_requests (asked_at);
