-- What each membership adds to its creator's monthly income, in twelfths of a cent, so that a yearly price is exact. A
-- row is what the movements below sum up to, and until when that holds if nothing happens.
create table mrr_standings (
  subscription_id uuid primary key references subscriptions,
  creator_id uuid not null references creators,
  member_id uuid not null references users,
  plan_id uuid not null references plans,
  currency text not null,
  twelfths bigint not null check (twelfths >= 0),
  -- The end of the paid time, and of access; null: not counted.
  paid_until timestamptz,
  counted_until timestamptz,
  ends_with_period boolean not null default false,
  -- The month of the member's first movement here.
  cohort date,
  last_at timestamptz,
  movements integer not null default 0,
  check ((twelfths > 0) = (counted_until is not null))
);
create index mrr_standings_of_member on mrr_standings (creator_id, member_id);
create index mrr_standings_running_out on mrr_standings (counted_until) where twelfths > 0;
-- reading the rows.
create index mrr_standings_of_page on mrr_standings (creator_id, currency, plan_id)
  include (twelfths, ends_with_period, paid_until) where twelfths > 0;

-- MRR at the end of a day is the sum of all movements up to it. `number` counts those of a membership: it makes each
-- happen once.
create table mrr_movements (
  id uuid primary key,
  creator_id uuid not null references creators,
  subscription_id uuid not null references subscriptions,
  number integer not null,
  member_id uuid not null references users,
  plan_id uuid not null references plans,
  currency text not null,
  kind text not null check (kind in ('new', 'returned', 'up', 'down', 'lost')),
  delta_twelfths bigint not null check (delta_twelfths <> 0),
  at timestamptz not null,
  -- In UTC. The day it counts for: its own, or that of a late correction.
  day date not null,
  unique (subscription_id, number)
);
create index mrr_movements_of_creator on mrr_movements (creator_id, currency, day, id);
create index mrr_movements_of_members on mrr_movements (creator_id, currency, day)
  include (member_id, kind) where kind in ('new', 'returned', 'lost');

-- Movements and money of a creator's day in UTC. What was learned more than 35 days after the day counts for the day
-- it was learned; its net is also in `correction_cents`.
create table creator_days (
  creator_id uuid not null references creators,
  currency text not null,
  day date not null,
  new_twelfths bigint not null default 0,
  returned_twelfths bigint not null default 0,
  up_twelfths bigint not null default 0,
  down_twelfths bigint not null default 0,
  lost_twelfths bigint not null default 0,
  new_members integer not null default 0,
  returned_members integer not null default 0,
  lost_members integer not null default 0,
  charges integer not null default 0,
  gross_cents bigint not null default 0,
  given_back_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  net_cents bigint not null default 0,
  correction_cents bigint not null default 0,
  primary key (creator_id, currency, day),
  check (gross_cents - given_back_cents - fee_cents = net_cents)
);

-- Of the members who first came in one month: how many paying ones each month added or took away, and what they pay.
create table creator_cohorts (
  creator_id uuid not null references creators,
  currency text not null,
  cohort date not null,
  month date not null,
  members integer not null default 0,
  -- Those who came for the first time.
  firsts integer not null default 0,
  twelfths bigint not null default 0,
  primary key (creator_id, currency, cohort, month)
);

-- How far the ledger's chain is counted.
create table ledger_counted (
  is_one boolean primary key default true check (is_one),
  position bigint not null,
  -- When that was; null: never.
  counted_at timestamptz
);
insert into ledger_counted (position) values (0);

-- What a member lets a creator know about them; no row: nothing.
create table member_sharing (
  member_id uuid not null references users,
  creator_id uuid not null references creators,
  shares_email boolean not null,
  shares_last_seen boolean not null,
  changed_at timestamptz not null,
  primary key (member_id, creator_id)
);
create index member_sharing_of_creator on member_sharing (creator_id);

-- One row for each page and visitor a day, deleted two days later. `mark` can't be traced back once its day's salt is
-- gone, and says nothing about other days or other creators.
create table visits (
  day date not null,
  creator_id uuid not null references creators,
  -- null: the creator's page.
  post_id uuid references posts,
  mark bytea not null,
  -- Where the visitor came from; '': nowhere that was told.
  host text not null,
  unique nulls not distinct (day, creator_id, mark, post_id)
);

create table visit_salts (
  day date primary key,
  salt bytea not null
);

-- Visits of days that are over. `visitors` of a creator's day are distinct marks; of a host, those who came from it.
create table visitor_days (
  creator_id uuid not null references creators,
  day date not null,
  visitors integer not null,
  primary key (creator_id, day)
);

create table source_days (
  creator_id uuid not null references creators,
  day date not null,
  host text not null,
  visitors integer not null,
  primary key (creator_id, day, host)
);

create table post_days (
  post_id uuid not null references posts,
  day date not null,
  creator_id uuid not null references creators,
  visitors integer not null,
  primary key (post_id, day)
);
create index post_days_of_creator on post_days (creator_id);

-- How many members could read a post when it came out.
create table post_reach (
  post_id uuid primary key references posts,
  creator_id uuid not null references creators,
  published_at timestamptz not null,
  members integer not null,
  -- How many members opened a post within a week. null: nothing is counted yet.
  opened integer,
  -- The week is over, and every opening has been counted once more.
  is_final boolean not null default false
);
create index post_reach_open on post_reach (published_at) where not is_final;
create index post_reach_uncounted on post_reach (published_at) where opened is null;
create index post_reach_of_creator on post_reach (creator_id);

-- First openings up to this moment are in `post_reach.opened`.
create table openings_counted (
  is_one boolean primary key default true check (is_one),
  until timestamptz not null
);
insert into openings_counted (until) values (now());

-- Plays of a post's videos and sounds that passed ten seconds, and nine tenths.
create table play_days (
  post_id uuid not null references posts,
  day date not null,
  creator_id uuid not null references creators,
  begun integer not null default 0,
  completed integer not null default 0,
  primary key (post_id, day)
);
create index play_days_of_creator on play_days (creator_id);
