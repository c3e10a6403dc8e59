-- First written as 087a4a75eb0d5b72717bb74c475cfe5431076fd68cfe3d253d183bf2022d63c6, with its checks of posts valid at
-- once: all posts were read for them while nobody else could. 0185 validates them.
create table follows (
  user_id uuid not null references users on delete cascade,
  creator_id uuid not null references creators on delete cascade,
  followed_at timestamptz not null,
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

-- The audience of posts from before there were audiences: members of one plan, or everyone.
create function audience_of_plan(of_creator uuid, of_plan uuid) returns uuid language plpgsql as $$
declare
  steps text := case when of_plan is null then '[["everyone",false,null,null,[]]]'
    else '[["plans",false,null,null,["' || of_plan || '"]]]' end;
  digested text := encode(sha256(convert_to(steps, 'UTF8')), 'hex');
  found_id uuid;
begin
  select id into found_id from audiences where creator_id = of_creator and digest = digested;
  if found_id is not null then return found_id; end if;
  insert into audiences (id, creator_id, digest) values (gen_random_uuid(), of_creator, digested)
    on conflict (creator_id, digest) do nothing returning id into found_id;
  if found_id is null then
    select id into found_id from audiences where creator_id = of_creator and digest = digested;
    return found_id;
  end if;
  insert into audience_steps (audience_id, position, reach)
    values (found_id, 0, case when of_plan is null then 'everyone' else 'plans' end);
  if of_plan is not null then
    insert into audience_step_plans (audience_id, position, plan_id) values (found_id, 0, of_plan);
  end if;
  return found_id;
end $$;

-- Pictures and players of a post, in the order they are shown.
create table post_media (
  post_id uuid not null references posts on delete cascade,
  media_id uuid not null unique references media on delete cascade,
  position smallint not null,
  primary key (post_id, position)
);

alter table posts
  add column audience_id uuid references audiences,
  add column title text,
  add column state text not null default 'published',
  -- When it went out; its place among the others.
  add column published_at timestamptz,
  add constraint posts_title_check check (length(title) between 1 and 150) not valid,
  add constraint posts_state_check check (state in ('draft', 'scheduled', 'published', 'hidden')) not valid;

-- Until 0070: posts that an earlier release adds meanwhile.
create function complete_new_post() returns trigger language plpgsql as $$
begin
  new.audience_id := coalesce(new.audience_id, audience_of_plan(new.creator_id, new.plan_id));
  new.published_at := coalesce(new.published_at, new.created_at);
  return new;
end $$;
create trigger complete_new_post before insert on posts for each row execute function complete_new_post();
create function keep_new_post_medium() returns trigger language plpgsql as $$
begin
  if new.media_id is not null then
    insert into post_media (post_id, media_id, position) values (new.id, new.media_id, 0);
  end if;
  return null;
end $$;
create trigger keep_new_post_medium after insert on posts for each row execute function keep_new_post_medium();
