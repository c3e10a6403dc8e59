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
  created_at timestamptz not null
);
create unique index creators_handle_key on creators (lower(handle));

create table plans (
  id uuid primary key,
  creator_id uuid not null references creators,
  name text not null,
  description text not null default '',
  -- What joins cost from now on, per month; the same as the newest version's.
  price_cents bigint not null check (price_cents between 500 and 1000000),
  created_at timestamptz not null,
  -- Not offered any more. Members and posts keep it.
  archived_at timestamptz
);
create index plans_creator_id on plans (creator_id, price_cents);
create unique index plans_name_per_creator on plans (creator_id, lower(name)) where archived_at is null;

-- A price somebody joined at stays theirs; an edit adds a version.
create table plan_versions (
  id uuid primary key,
  plan_id uuid not null references plans,
  version integer not null,
  price_cents bigint not null check (price_cents between 500 and 1000000),
  created_at timestamptz not null,
  unique (plan_id, version)
);
