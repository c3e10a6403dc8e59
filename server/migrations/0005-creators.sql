-- The platform's own plans. The fee is the platform's share of every gross charge.
create table platform_plans (
  id uuid primary key,
  name text not null unique,
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  position integer not null unique
);
insert into platform_plans (id, name, fee_basis_points, position) values
  ('01920000-0000-7000-8000-000000000001', 'Basic', 500, 1),
  ('01920000-0000-7000-8000-000000000002', 'Pro', 1000, 2),
  ('01920000-0000-7000-8000-000000000003', 'Premium', 2500, 3);

create table creators (
  id uuid primary key,
  user_id uuid not null constraint creators_one_page_per_user unique references users,
  page_name text not null,
  handle text not null,
  headline text not null default '',
  banner_title text not null default '',
  banner_subtitle text not null default '',
  is_adult boolean not null default false,
  -- Storage keys.
  profile_image text,
  banner_image text,
  platform_plan_id uuid not null references platform_plans,
  age_confirmed_at timestamptz,
  created_at timestamptz not null,
  -- The page of somebody who is leaving: nobody finds it, nobody joins.
  hidden_at timestamptz,
  -- What a creator tells about themselves, and where else they can be found.
  about text not null default '',
  links text[] not null default '{}',
  -- How many members and posts it has: shown if its owner wants that, counted by a job.
  shows_counts boolean not null default false,
  member_count integer not null default 0,
  post_count integer not null default 0,
  counted_at timestamptz,
  -- What a new page's list of first steps knows besides what the page has.
  shared_at timestamptz,
  setup_hidden_at timestamptz,
  -- Kept with the page, so that showing a page doesn't have to look for collections.
  has_collections boolean not null default false,
  -- Kept with the page, so that showing a page doesn't have to look for rooms.
  has_rooms boolean not null default false,
  -- What the operator decided about a page for a time; null: nothing. Set with the decision, and emptied by a job at its end.
  unlisted_until timestamptz,
  labelled_until timestamptz,
  -- The page is for adults because of the label, and not by its owner's choice.
  adult_by_label boolean not null default false,
  posting_stopped_until timestamptz,
  joining_stopped_until timestamptz,
  payouts_held_until timestamptz,
  -- Kept with the page, so that showing a page doesn't have to look for live sessions.
  has_live boolean not null default false
);
create unique index creators_handle_key on creators (lower(handle));
create index creators_profile_image on creators (profile_image) where profile_image is not null;
create index creators_banner_image on creators (banner_image) where banner_image is not null;
create index creators_to_count on creators (counted_at nulls first) where shows_counts;
create index creators_name_start on creators (lower(page_name) text_pattern_ops, id);
create index creators_handle_start on creators (lower(handle) text_pattern_ops, id);
create index creators_hidden on creators (id) where hidden_at is not null;

-- Handles of erased pages are nobody's again, so that no stranger inherits the links to them. Hashes, because a handle
-- may be a person's name.
create table retired_handles (
  handle_hash bytea primary key,
  retired_at timestamptz not null
);

-- What a page is about, in its creator's words.
create table creator_topics (
  creator_id uuid not null references creators,
  topic text not null check (length(topic) between 2 and 30),
  position smallint not null,
  primary key (creator_id, topic)
);
create index creator_topics_topic on creator_topics (topic text_pattern_ops, creator_id);

-- Whose page it is, and who pays how much to whom.
create trigger creators_keep_owner before update of id, user_id, created_at, platform_plan_id on creators
  for each row execute function money_keep_columns('id', 'user_id', 'created_at', 'platform_plan_id');
create trigger platform_plans_keep_fee before update of id, fee_basis_points on platform_plans
  for each row execute function money_keep_columns('id', 'fee_basis_points');
create trigger platform_plans_keep_rows before delete on platform_plans
  for each row execute function money_keep_rows();
create trigger platform_plans_keep_all_rows before truncate on platform_plans
  for each statement execute function money_keep_rows();
