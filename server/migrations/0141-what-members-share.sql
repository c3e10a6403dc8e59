-- What a member lets a creator know about them; no row: nothing.
create table member_sharing (
  member_id uuid not null references users,
  creator_id uuid not null references creators,
  shares_email boolean not null,
  shares_last_seen boolean not null,
  changed_at timestamptz not null,
  primary key (member_id, creator_id)
);

-- Why a member leaves, if they say so when they cancel; gone if they stay after all.
create table leaving_reasons (
  subscription_id uuid primary key references subscriptions,
  creator_id uuid not null references creators,
  reason text not null check (reason in ('price', 'content', 'time', 'elsewhere', 'finished', 'other')),
  given_at timestamptz not null
);
create index leaving_reasons_of_creator on leaving_reasons (creator_id, given_at);
