create table plans (
  id uuid primary key,
  creator_id uuid not null references creators,
  name text not null,
  description text not null default '',
  -- What joins cost from now on, per month; the same as the newest version's.
  price_cents bigint not null,
  created_at timestamptz not null,
  -- Not offered any more. Members and posts keep it.
  archived_at timestamptz,
  -- A plan is priced in one currency, chosen when it is made. Amounts stay in hundredths: cents or paise.
  currency text not null default 'USD' check (currency in ('USD', 'INR')),
  -- What a plan says to new members, and which one its page recommends.
  welcome_note text not null default '' check (length(welcome_note) <= 500),
  is_recommended boolean not null default false,
  constraint plans_price_cents_check check (
  case currency when 'INR' then price_cents between 5000 and 50000000 else price_cents between 500 and 1000000 end)
);
create index plans_creator_id on plans (creator_id, price_cents);
create unique index plans_name_per_creator on plans (creator_id, lower(name)) where archived_at is null;
create unique index plans_recommended on plans (creator_id) where is_recommended and archived_at is null;

-- A price somebody joined at stays theirs; an edit adds a version.
create table plan_versions (
  id uuid primary key,
  plan_id uuid not null references plans,
  version integer not null,
  price_cents bigint not null,
  created_at timestamptz not null,
  unique (plan_id, version),
  constraint plan_versions_price_cents_check check (price_cents between 500 and 50000000)
);

-- A creator asks the members of a plan to agree to its new price; who has not by then is not renewed at the old one.
create table plan_price_notices (
  plan_version_id uuid primary key references plan_versions,
  plan_id uuid not null references plans,
  ends_at timestamptz not null,
  created_at timestamptz not null
);
create index plan_price_notices_plan_id on plan_price_notices (plan_id);
create index plan_price_notices_ends_at on plan_price_notices (ends_at);

-- What members agreed to is in it.
create trigger plans_keep_currency before update on plans for each row execute function money_keep_columns('currency');
create trigger plans_keep_page before update of id, creator_id, created_at on plans
  for each row execute function money_keep_columns('id', 'creator_id', 'created_at');
create trigger plan_versions_append_only before update or delete on plan_versions
  for each row execute function money_keep_rows();
create trigger plan_price_notices_append_only before update or delete on plan_price_notices
  for each row execute function money_keep_rows();
create trigger plan_versions_keep_all_rows before truncate on plan_versions
  for each statement execute function money_keep_rows();
create trigger plan_price_notices_keep_all_rows before truncate on plan_price_notices
  for each statement execute function money_keep_rows();
