create table subscriptions (
  id uuid primary key,
  member_id uuid not null references users,
  creator_id uuid not null references creators,
  plan_id uuid not null references plans,
  -- The price this member agreed to.
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  -- One interval, in cents; stored, never computed again.
  price_cents bigint not null check (price_cents > 0),
  currency text not null,
  status text not null
    check (status in ('pending', 'active', 'past_due', 'paused', 'canceled', 'expired', 'failed')),
  provider_subscription_id text unique,
  -- The provider's own payment page, for checkout by redirect.
  provider_page_url text,
  -- Somebody is asking the provider for a subscription right now; a claim older than its timeout is void.
  provider_claimed_at timestamptz,
  -- How many periods were paid, as the provider counts; only grows.
  paid_count integer not null default 0,
  access_until timestamptz,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null,
  activated_at timestamptz,
  ended_at timestamptz
);
-- One live relation per member and creator, whatever two tabs do. An open attempt counts as live.
create unique index subscriptions_one_live on subscriptions (member_id, creator_id)
  where status in ('pending', 'active', 'past_due', 'paused');
create index subscriptions_creator_id on subscriptions (creator_id);
create index subscriptions_member_id on subscriptions (member_id, id desc);

-- Plans at the provider cannot be changed, so each price and interval has one of its own.
create table provider_plans (
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  provider_plan_id text not null unique,
  primary key (plan_version_id, interval)
);

-- One row per charge. Amounts are fixed when the money came; percentages are never applied again.
create table payments (
  id uuid primary key,
  provider_payment_id text not null unique,
  subscription_id uuid not null references subscriptions,
  member_id uuid not null references users,
  creator_id uuid not null references creators,
  plan_id uuid not null references plans,
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_basis_points integer not null,
  fee_cents bigint not null check (fee_cents >= 0),
  net_cents bigint not null,
  captured_at timestamptz not null,
  created_at timestamptz not null,
  check (fee_cents + net_cents = amount_cents)
);
create index payments_creator_id on payments (creator_id, id desc);
create index payments_subscription_id on payments (subscription_id, id desc);

-- What the provider told us, as it was sent. Kept even when it could not be understood.
create table provider_events (
  id uuid primary key,
  event_id text not null constraint provider_events_once unique,
  name text not null,
  body bytea not null,
  received_at timestamptz not null,
  applied_at timestamptz
);
