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

-- How far the ledger's chain is counted. Up to `known_until` it was there before counting began: such bookings count
-- for their own day, however old.
create table ledger_counted (
  is_one boolean primary key default true check (is_one),
  position bigint not null,
  known_until bigint not null,
  -- When that was; null: never.
  counted_at timestamptz
);
insert into ledger_counted (position, known_until)
  select 0, coalesce(max(position), 0) from ledger_chain;

-- Memberships from before counting began are counted by a job, in the order they were made; the row goes with the last.
create table memberships_counted (
  is_one boolean primary key default true check (is_one),
  after_id uuid not null,
  until_id uuid not null
);
insert into memberships_counted (after_id, until_id)
  select '00000000-0000-0000-0000-000000000000', max(id::text)::uuid from subscriptions having count(*) > 0;

-- A creator's members, newest first; what one of them paid.
create index subscriptions_paid_of_creator on subscriptions (creator_id, id desc) where access_until is not null;
create index payments_between on payments (creator_id, member_id);
