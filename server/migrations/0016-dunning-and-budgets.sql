-- What a member was told about a subscription, once for each occasion: a period that ends then, a card that does.
create table subscription_notices (
  subscription_id uuid not null references subscriptions,
  kind text not null check (kind in (
    'renewal_ahead', 'payment_failed', 'grace_ending', 'paused', 'recovered', 'card_expiring', 'changed')),
  about timestamptz not null,
  given_at timestamptz not null,
  primary key (subscription_id, kind, about)
);

-- The most that a member wants to spend by the month. New memberships above it are refused.
create table member_budgets (
  member_id uuid primary key references users,
  monthly_cents bigint not null check (monthly_cents > 0),
  updated_at timestamptz not null
);

-- Where asking the provider taught us something that no webhook had told.
create table provider_differences (
  id uuid primary key,
  subscription_id uuid not null references subscriptions,
  provider_subscription_id text not null,
  -- How our record stood before and after asking.
  before jsonb not null,
  after jsonb not null,
  found_at timestamptz not null
);
create index provider_differences_found_at on provider_differences (found_at desc);
