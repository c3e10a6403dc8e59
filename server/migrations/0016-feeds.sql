-- Addresses by which a podcast app or feed reader gets what one person may read and hear of a page. Only a hash of the
-- secret in them is kept.
create table private_feeds (
  id uuid primary key,
  user_id uuid not null references users (id),
  creator_id uuid not null references creators (id),
  label text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null
);
create index private_feeds_user on private_feeds (user_id, creator_id);
create index private_feeds_creator on private_feeds (creator_id);

-- How a page's audio is announced to podcast apps, where its creator chose it.
create table podcasts (
  creator_id uuid primary key references creators,
  category text not null,
  language text not null
);
