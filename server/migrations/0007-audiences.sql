create table follows (
  user_id uuid not null references users on delete cascade,
  creator_id uuid not null references creators on delete cascade,
  followed_at timestamptz not null,
  -- Whether a follower is mailed about new posts of this page.
  is_mailed boolean not null default true,
  primary key (user_id, creator_id)
);
create index follows_creator_id on follows (creator_id, user_id);

-- Who may see something, in steps. Never changed: what opens to others gets another audience. The posts of a page share
-- few of them.
create table audiences (
  id uuid primary key,
  creator_id uuid not null references creators on delete cascade,
  -- Of its steps: SHA-256 of [reach, is exact, from, until, plans] of each, as JSON; moments in milliseconds since 1970.
  digest text not null,
  unique (creator_id, digest)
);

create table audience_steps (
  audience_id uuid not null references audiences on delete cascade,
  position smallint not null,
  reach text not null check (reach in ('everyone', 'followers', 'members', 'plans')),
  -- Only holders of the plans themselves, not of those that include them.
  is_exact boolean not null default false,
  -- The first moment it is open; null: always was.
  from_at timestamptz,
  -- The first moment it is closed again; null: stays open.
  until_at timestamptz,
  primary key (audience_id, position),
  check (from_at < until_at)
);

create table audience_step_plans (
  audience_id uuid not null,
  position smallint not null,
  plan_id uuid not null references plans,
  primary key (audience_id, position, plan_id),
  foreign key (audience_id, position) references audience_steps on delete cascade
);
create index audience_step_plans_plan_id on audience_step_plans (plan_id);

-- When a step of an audience begins or ends, until that has been announced.
create table audience_moments (
  at timestamptz not null,
  audience_id uuid not null references audiences on delete cascade,
  -- The step begins; otherwise it ends.
  is_opening boolean not null,
  primary key (at, audience_id, is_opening)
);
create index audience_moments_audience_id on audience_moments (audience_id);

-- Wishes to follow a page that visitors sent with an e-mail address. Kept alike whether or not the address has an
-- account; of the mailed link only a hash. A used one keeps no address, so that the link can still say so.
create table mailed_follows (
  id uuid primary key,
  email text,
  creator_id uuid not null references creators on delete cascade,
  -- null until the mail is written.
  token_hash bytea unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (email, creator_id)
);
create index mailed_follows_creator_id on mailed_follows (creator_id);
create index mailed_follows_expires_at on mailed_follows (expires_at);

create table follower_counts (
  creator_id uuid not null,
  followers bigint not null
);
create index follower_counts_of_page on follower_counts (creator_id) include (followers);

create function follower_counts_add(page uuid, added bigint) returns void language sql as $$
  with taken as (
    delete from follower_counts where ctid = any(array(
      select ctid from follower_counts c where c.creator_id = page for update skip locked))
    returning followers
  )
  insert into follower_counts (creator_id, followers)
    select page, added + coalesce(sum(followers), 0) from taken
    having added + coalesce(sum(followers), 0) <> 0
$$;

-- A page that closes, or an account, takes many at once.
create function follower_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform follower_counts_add(creator_id, count(*)) from new_follows group by creator_id;
  else
    perform follower_counts_add(creator_id, -count(*)) from old_follows group by creator_id;
  end if;
  return null;
end $$;
create trigger follower_counts_inserted after insert on follows referencing new table as new_follows
  for each statement execute function follower_counts_keep();
create trigger follower_counts_deleted after delete on follows referencing old table as old_follows
  for each statement execute function follower_counts_keep();
