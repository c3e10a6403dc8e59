-- What people want to be mailed about. Without a row the defaults count: service mails on, marketing off until chosen.
create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  replies boolean not null default true,
  creator_updates boolean not null default true,
  product_updates boolean not null default false,
  newsletter boolean not null default false,
  offers boolean not null default false,
  updated_at timestamptz not null,
  -- Whether a person wants the mail that collects what came since the last one.
  digest boolean not null default true
);

-- Who was told of a post: nobody twice, whichever steps open it to them.
create table post_deliveries (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  told_at timestamptz not null,
  -- When a person was mailed about a post; null: not, or not yet.
  mailed_at timestamptz,
  primary key (post_id, user_id)
);
create index post_deliveries_user_id on post_deliveries (user_id);

-- The bell. While it is unread, everything with the same key is one row.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  group_key text not null,
  creator_id uuid references creators,
  -- What it is about; the kind says what that is.
  target uuid,
  -- The last three people who did it, the last one first.
  actors uuid[] not null default '{}',
  count integer not null,
  updated_at timestamptz not null,
  read_at timestamptz
);
create unique index notifications_unread on notifications (user_id, group_key) where read_at is null;
create index notifications_of_user on notifications (user_id, updated_at desc, id desc);
create index notifications_updated_at on notifications (updated_at);

-- What a person was notified of already: jobs may run twice, and a like may come and go.
create table notification_occasions (
  user_id uuid not null references users on delete cascade,
  -- Names what happened, by ids.
  occasion text not null,
  noted_at timestamptz not null,
  primary key (user_id, occasion)
);
create index notification_occasions_noted_at on notification_occasions (noted_at);

-- What a person chose, for a page or (null) for all of them. A null choice is the next wider one, in the end ours.
create table notification_choices (
  user_id uuid not null references users on delete cascade,
  creator_id uuid references creators,
  topic text not null,
  bell boolean,
  mail text check (mail in ('off', 'now', 'daily', 'weekly')),
  push boolean,
  unique nulls not distinct (user_id, topic, creator_id)
);

-- What waits for a person's next digest.
create table digest_items (
  user_id uuid not null references users on delete cascade,
  group_key text not null,
  kind text not null,
  creator_id uuid references creators,
  target uuid,
  actors uuid[] not null default '{}',
  count integer not null,
  pace text not null check (pace in ('daily', 'weekly')),
  added_at timestamptz not null,
  due_at timestamptz not null,
  primary key (user_id, group_key)
);
create index digest_items_due_at on digest_items (due_at);

-- How many mails about news a person got on a day of theirs.
create table notification_mail_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  mails integer not null,
  primary key (user_id, day)
);
create index notification_mail_days_day on notification_mail_days (day);

-- Browsers that take pushes, for as long as they are signed in.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  failures integer not null default 0,
  added_at timestamptz not null
);
create index push_devices_user_id on push_devices (user_id);
create index push_devices_session_id on push_devices (session_id);

-- The key that push services know us by: one for all nodes, made once.
create table push_keys (
  is_only_row boolean primary key default true check (is_only_row),
  public_key text not null,
  encrypted_private_key bytea not null
);
