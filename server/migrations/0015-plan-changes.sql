-- Terms agreed for later: they begin with the period that starts then.
alter table subscriptions
  add column next_plan_id uuid references plans,
  add column next_plan_version_id uuid references plan_versions,
  add column next_interval text check (next_interval in ('monthly', 'yearly')),
  add column next_price_cents bigint check (next_price_cents > 0),
  add column next_from timestamptz,
  -- What the provider told of the card that is charged.
  add column card_network text,
  add column card_last4 text,
  -- The moment the card stops working.
  add column card_expires_at timestamptz,
  add constraint subscriptions_next_is_whole check (
    num_nulls(next_plan_id, next_plan_version_id, next_interval, next_price_cents, next_from) in (0, 5));

-- A change of terms, or coming back after a failure or a pause. Razorpay cannot change what a card was registered for,
-- so each is a new subscription there, which replaces the old one once it is paid or registered.
create table subscription_changes (
  id uuid primary key,
  subscription_id uuid not null references subscriptions,
  kind text not null check (kind in ('upgrade', 'downgrade', 'interval', 'comeback')),
  timing text not null check (timing in ('now', 'period_end')),
  plan_id uuid not null references plans,
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  price_cents bigint not null check (price_cents > 0),
  currency text not null,
  -- What was shown and is charged with the change.
  charged_now_cents bigint not null check (charged_now_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  -- When the provider charges the new price first; null: with the payment itself.
  starts_at timestamptz,
  status text not null check (status in ('open', 'applied', 'closed')),
  provider_subscription_id text unique,
  provider_page_url text,
  provider_claimed_at timestamptz,
  -- The provider's subscription that this one took the place of.
  replaced_provider_id text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index subscription_changes_one_open on subscription_changes (subscription_id) where status = 'open';
create index subscription_changes_replaced on subscription_changes (replaced_provider_id)
  where replaced_provider_id is not null;

-- Charges that nobody owed, such as a second one for one membership. They opened nothing and go back by themselves.
create table surplus_payments (payment_id uuid primary key references payments);
