-- Places where people talk. The comments of a post have the post's id, and are opened by the first of them.
create table channels (
  id uuid primary key,
  kind text not null check (kind in ('post', 'room', 'conversation', 'live')),
  -- Whose page it belongs to; null: a conversation, which nobody moderates.
  creator_id uuid references creators,
  -- The number of the newest message. The transaction that writes one counts it up, so they have no gaps.
  last_seq integer not null default 0,
  -- Messages that everyone who may read there sees.
  message_count integer not null default 0 check (message_count >= 0),
  -- Between two messages of a person; null: as on the whole page.
  slow_seconds integer,
  locked_at timestamptz,
  created_at timestamptz not null,
  -- On whose page people appear who write in a channel that nobody moderates; null: on none.
  page_id uuid references creators
) with (fillfactor = 50);
create index channels_creator_id on channels (creator_id);
create index channels_page_id on channels (page_id) where page_id is not null;

create table messages (
  channel_id uuid not null references channels,
  seq integer not null,
  id uuid not null unique,
  author_id uuid not null references users,
  -- Of its channel, which keeps it.
  creator_id uuid,
  -- What it replies to; null: it begins something.
  root_seq integer,
  body text not null,
  -- Users named in the body who could read it then.
  mentions uuid[] not null default '{}',
  state text not null check (state in ('visible', 'held', 'hidden', 'removed', 'deleted')),
  -- Why it is held, hidden or removed. Its author reads it.
  cause text,
  reason text not null default '',
  -- A moderator looked at it: reports don't hold it again.
  approved_at timestamptz,
  client_key uuid not null,
  reply_count integer not null default 0 check (reply_count >= 0),
  reaction_count integer not null default 0 check (reaction_count >= 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  poll_id uuid,
  -- In conversations, which have no threads: the message of the same channel that this one answers and shows above it.
  quoted_seq integer,
  primary key (channel_id, seq),
  unique (author_id, client_key),
  constraint messages_cause_check check (cause in ('words', 'first', 'reports', 'mute', 'moderator', 'operator'))
);
create index messages_roots on messages (channel_id, seq) where root_seq is null;
create index messages_top on messages (channel_id, reaction_count, seq) where root_seq is null;
create index messages_replies on messages (channel_id, root_seq, seq) where root_seq is not null;
create index messages_of_author on messages (author_id, created_at);
create index messages_of_author_here on messages (channel_id, author_id, seq);
create index messages_held on messages (creator_id, id) where state = 'held';
-- The channel is a word of its own, so that a search reads only what is in it.
create index messages_words on messages using gin
  ((array_to_tsvector(array['in:' || channel_id::text]) || to_tsvector('simple', body))) with (fastupdate = off) where state = 'visible';
create index messages_with_polls on messages (channel_id, seq) where poll_id is not null;

create table message_media (
  channel_id uuid not null,
  seq integer not null,
  media_id uuid not null unique references media,
  position smallint not null,
  primary key (channel_id, seq, position),
  foreign key (channel_id, seq) references messages
);

-- Earlier wordings, for 90 days.
create table message_edits (
  channel_id uuid not null,
  seq integer not null,
  -- Until when it said this.
  until_at timestamptz not null,
  body text not null,
  primary key (channel_id, seq, until_at),
  foreign key (channel_id, seq) references messages
);
create index message_edits_until_at on message_edits (until_at);

create table reactions (
  channel_id uuid not null,
  seq integer not null,
  user_id uuid not null references users,
  emoji text not null,
  reacted_at timestamptz not null,
  primary key (channel_id, seq, emoji, user_id),
  foreign key (channel_id, seq) references messages
);
create index reactions_user_id on reactions (user_id);

-- How many rows of reactions, changed by the statement that changes them.
create table reaction_counts (
  channel_id uuid not null,
  seq integer not null,
  emoji text not null,
  count integer not null check (count >= 0),
  primary key (channel_id, seq, emoji),
  foreign key (channel_id, seq) references messages
) with (fillfactor = 50);

create table pins (
  channel_id uuid not null,
  seq integer not null,
  pinned_at timestamptz not null,
  primary key (channel_id, seq),
  foreign key (channel_id, seq) references messages
);

create table read_marks (
  user_id uuid not null references users,
  channel_id uuid not null references channels,
  read_seq integer not null default 0,
  -- The latest message that names them; 0: none does.
  mention_seq integer not null default 0,
  -- They aren't notified of what is written there.
  muted_until timestamptz,
  primary key (user_id, channel_id)
);
-- Who has been in a channel, one after another, and people by the beginning of their names.
create index read_marks_channel_id on read_marks (channel_id, user_id);
-- A person's muted channels, to list them: of all that they have read in, few.
create index read_marks_muted on read_marks (user_id, channel_id) where muted_until is not null;

create table message_reports (
  channel_id uuid not null,
  seq integer not null,
  user_id uuid not null references users,
  -- Whether it helps to hold the message.
  is_counted boolean not null,
  reported_at timestamptz not null,
  primary key (channel_id, seq, user_id),
  foreign key (channel_id, seq) references messages
);
create index message_reports_user_id on message_reports (user_id);

-- People who don't show which plan they have beside what they write.
create table hidden_badges (
  user_id uuid primary key references users
);
