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
  ended_at timestamptz,
  -- Terms agreed for later: they begin with the period that starts then.
  next_plan_id uuid references plans,
  next_plan_version_id uuid references plan_versions,
  next_interval text check (next_interval in ('monthly', 'yearly')),
  next_price_cents bigint check (next_price_cents > 0),
  next_from timestamptz,
  -- What the provider told of the card that is charged.
  card_network text,
  card_last4 text,
  -- The moment the card stops working.
  card_expires_at timestamptz,
  -- The provider was told to end it with its period, which it cannot take back: going on needs the card once more.
  provider_told_at timestamptz,
  -- When a suspension, of the page's owner or of the member, stopped the renewals; null again once they were let go on.
  held_at timestamptz,
  -- Until when what was ordered at the provider can be paid; the provider is told the same moment.
  order_expires_at timestamptz,
  -- Issued outside India as far as the provider told; an Indian card may be debited a day and a half ahead.
  card_is_international boolean,
  -- The period that was paid, as it stands after every change since, and what it is worth: what is unused of it is this
  -- share of that worth.
  period_from timestamptz,
  period_until timestamptz,
  period_worth_cents bigint check (period_worth_cents >= 0),
  -- What the same time is on terms that were left since money came, so that going back to them loses nothing.
  period_equivalents jsonb not null default '[]',
  -- What is owed for an upgrade and too little to be charged by itself; it is added to the next charge.
  carried_cents bigint not null default 0 check (carried_cents >= 0),
  -- What the provider told of its calendar: when it charges next, and when the subscription began that it counts from.
  provider_charge_at timestamptz,
  provider_starts_at timestamptz,
  -- The UPI ID that a membership is debited from, as far as it may be shown: "r•••@okaxis". null: a card is charged.
  upi_hint text,
  -- The version a member agreed to for later, where the plan costs less than that by now. Another edit before the renewal
  -- replaces the lower price, and is judged by what was agreed.
  next_agreed_version_id uuid references plan_versions,
  -- Whether a member has paid for a newer membership of the page: lists and counts of members leave the earlier ones out
  -- without looking for each member's other memberships. Kept here, whoever writes memberships.
  has_newer boolean not null default false,
  -- The renewal and the end of a card that its member was told of: whoever looks for what is due passes by the others.
  renewal_noticed_for timestamptz,
  card_noticed_for timestamptz,
  -- Before which renewal the provider was last asked what it will charge (the epoch: long before any), and when its agreement
  -- with the member's bank ends: whoever looks for what is due passes by the others.
  provider_matched_for timestamptz,
  agreement_ends_at timestamptz,
  -- A membership that ends only because its page closes: if the page comes back, so does the membership.
  ends_with_page boolean not null default false,
  constraint subscriptions_next_is_whole check (
    num_nulls(next_plan_id, next_plan_version_id, next_interval, next_price_cents, next_from) in (0, 5)),
  constraint subscriptions_period_is_whole check (
    num_nulls(period_from, period_until, period_worth_cents) in (0, 3) and period_from <= period_until)
);
-- One live relation per member and creator, whatever two tabs do. An open attempt counts as live.
create unique index subscriptions_one_live on subscriptions (member_id, creator_id)
  where status in ('pending', 'active', 'past_due', 'paused');
create index subscriptions_creator_id on subscriptions (creator_id);
create index subscriptions_member_id on subscriptions (member_id, id desc);
-- Which plans of a page somebody has access through is asked at almost every request of who is signed in.
create index subscriptions_member_creator on subscriptions (member_id, creator_id);
create index subscriptions_held on subscriptions (id) where held_at is not null;
create index subscriptions_open_orders on subscriptions (order_expires_at) where status = 'pending';
create index subscriptions_live_of_plan on subscriptions (plan_id)
  where status in ('pending', 'active', 'past_due', 'paused');
create index subscriptions_next_of_plan on subscriptions (next_plan_id) where next_plan_id is not null;
-- A creator's members, newest first; what one of them paid.
create index subscriptions_paid_of_creator on subscriptions (creator_id, id desc) where access_until is not null;
create index subscriptions_ending on subscriptions (access_until)
  where status in ('active', 'past_due') and cancel_at_period_end;
create index subscriptions_past_due on subscriptions (access_until) where status = 'past_due';
create index subscriptions_newest_of_creator
  on subscriptions (creator_id, status, cancel_at_period_end, access_until)
  where access_until is not null and not has_newer;
create index subscriptions_paying_of_plan on subscriptions (plan_id)
  where status in ('active', 'past_due');
create index subscriptions_overdue on subscriptions (access_until)
  where provider_subscription_id is not null and status in ('active', 'past_due');
create index subscriptions_paused on subscriptions (access_until)
  where provider_subscription_id is not null and status = 'paused';
create index subscriptions_attempts on subscriptions (created_at)
  where provider_subscription_id is not null and status in ('pending', 'expired');
create index subscriptions_lost_orders on subscriptions (provider_claimed_at)
  where provider_subscription_id is null and provider_claimed_at is not null;
create index subscriptions_renewals_to_announce on subscriptions (access_until) include (id)
  where status = 'active' and interval = 'yearly' and not cancel_at_period_end
    and renewal_noticed_for is distinct from access_until;
create index subscriptions_cards_to_mention on subscriptions (card_expires_at) include (id)
  where status = 'active' and not cancel_at_period_end and card_expires_at is not null
    and card_noticed_for is distinct from card_expires_at;
create index subscriptions_agreements_to_look_at on subscriptions (access_until) include (id)
  where status = 'active' and not cancel_at_period_end and provider_subscription_id is not null
    and provider_matched_for is distinct from access_until;
create index subscriptions_agreements_never_looked_at on subscriptions (id)
  where status = 'active' and not cancel_at_period_end and provider_subscription_id is not null
    and provider_matched_for is null;
create index subscriptions_ending_with_page on subscriptions (creator_id) where ends_with_page;

-- Plans at the provider cannot be changed, so each price and interval has one of its own.
create table provider_plans (
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  provider_plan_id text not null unique,
  primary key (plan_version_id, interval)
);

-- A change of terms, or coming back after a failure or a pause. Razorpay cannot change what a card was registered for,
-- so each is a new subscription there, which replaces the old one once it is paid or registered.
create table subscription_changes (
  id uuid primary key,
  subscription_id uuid not null references subscriptions,
  kind text not null,
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
  settled_at timestamptz,
  -- A change that was paid, with what held before it: the terms that hold again when that payment goes back.
  payment_id uuid unique references payments,
  former_plan_id uuid references plans,
  former_plan_version_id uuid references plan_versions,
  former_interval text check (former_interval in ('monthly', 'yearly')),
  former_price_cents bigint check (former_price_cents > 0),
  -- A change is worth only the state that it was computed from; what it was, and why it was given up.
  expires_at timestamptz,
  quoted_status text,
  quoted_plan_version_id uuid references plan_versions,
  quoted_interval text check (quoted_interval in ('monthly', 'yearly')),
  quoted_access_until timestamptz,
  quoted_cancel_at_period_end boolean,
  closed_because text check (closed_because in ('replaced', 'expired', 'outdated')),
  -- By money for the time that is left, by that time, or not before the period ends; null: somebody comes back.
  settled_by text,
  -- The moment that it was computed for.
  quoted_at timestamptz not null,
  -- The period that is paid once the change holds; it ends with starts_at.
  period_from timestamptz,
  period_worth_cents bigint check (period_worth_cents >= 0),
  former_period_from timestamptz,
  former_period_until timestamptz,
  former_period_worth_cents bigint check (former_period_worth_cents >= 0),
  carried_cents bigint not null default 0 check (carried_cents >= 0),
  constraint subscription_changes_former_is_whole check (
    num_nulls(former_plan_id, former_plan_version_id, former_interval, former_price_cents) in (0, 4)),
  constraint subscription_changes_former_period_is_whole check (
    num_nulls(former_period_from, former_period_until, former_period_worth_cents) in (0, 3)),
  constraint subscription_changes_settled_by_check check (settled_by in ('proration', 'time', 'nothing')),
  constraint subscription_changes_kind_check check (kind in ('upgrade', 'downgrade', 'interval', 'reactivation'))
);
create unique index subscription_changes_one_open on subscription_changes (subscription_id) where status = 'open';
create index subscription_changes_replaced on subscription_changes (replaced_provider_id)
  where replaced_provider_id is not null;
create index subscription_changes_open_orders on subscription_changes (expires_at) where status = 'open';
create index subscription_changes_open_of_plan on subscription_changes (plan_id) where status = 'open';
create index subscription_changes_applied on subscription_changes (subscription_id, settled_at)
  where status = 'applied';
create index subscription_changes_attempts on subscription_changes (created_at)
  where provider_subscription_id is not null and status in ('open', 'closed');
create index subscription_changes_settled on subscription_changes (settled_at)
  where replaced_provider_id is not null;
create index subscription_changes_lost_orders on subscription_changes (provider_claimed_at)
  where provider_subscription_id is null and provider_claimed_at is not null;

-- Charges that nobody owed, such as a second one for one membership. They opened nothing and go back by themselves.
create table overpayments (
  payment_id uuid primary key references payments
);

-- What a member was told about a subscription, once for each occasion: a period that ends then, a card that does.
create table subscription_notices (
  subscription_id uuid not null references subscriptions,
  kind text not null,
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

-- Payments of which the unused part went back because the page stayed suspended: once each.
create table unused_time_returns (
  payment_id uuid primary key references payments,
  suspension_id uuid references account_suspensions,
  refund_id uuid references refunds,
  returned_at timestamptz not null,
  -- What a disputed payment owes for time that could not be used; it goes back once the bank has decided for the creator.
  withheld_cents bigint not null default 0 check (withheld_cents >= 0)
);

-- A membership as it stood before the money for it went back, so that it can be given back when the money comes back.
create table returned_memberships (
  payment_id uuid primary key references payments,
  subscription_id uuid not null references subscriptions,
  plan_id uuid not null references plans,
  plan_version_id uuid not null references plan_versions,
  interval text not null check (interval in ('monthly', 'yearly')),
  price_cents bigint not null check (price_cents > 0),
  -- Until when it was paid, with that payment, and the period that was paid with what it is worth.
  access_until timestamptz not null,
  period_from timestamptz,
  period_until timestamptz,
  period_worth_cents bigint check (period_worth_cents >= 0),
  -- What was left: the plan they are back on, null when the membership ended, and until when.
  left_plan_id uuid references plans,
  left_until timestamptz not null,
  returned_at timestamptz not null,
  -- The money came back, and so did the membership.
  restored_at timestamptz,
  check (num_nulls(period_from, period_until, period_worth_cents) in (0, 3))
);
create index returned_memberships_subscription_id on returned_memberships (subscription_id);

-- A page whose owner is gone, and since when it could not be used: what members paid for the time since goes back.
create table page_closings (
  creator_id uuid primary key references creators,
  closed_at timestamptz not null,
  -- Every membership has ended, and every return is ordered.
  settled_at timestamptz
);
create index page_closings_unsettled on page_closings (creator_id) where settled_at is null;

-- Why a member leaves, if they say so when they cancel; gone if they stay after all.
create table leaving_reasons (
  subscription_id uuid primary key references subscriptions,
  creator_id uuid not null references creators,
  reason text not null check (reason in ('price', 'content', 'time', 'elsewhere', 'finished', 'other')),
  given_at timestamptz not null
);
create index leaving_reasons_of_creator on leaving_reasons (creator_id, given_at);

-- How many members a page has of each status that tells their states apart, and how many followers: rows alike add up, as in
-- `post_counts`, so that nobody who joins or follows waits for another. They refer to nothing, since that would lock the page.
create table member_counts (
  creator_id uuid not null,
  status text not null
    check (status in ('pending', 'active', 'past_due', 'paused', 'canceled', 'expired', 'failed')),
  cancel_at_period_end boolean not null,
  members bigint not null
);
create index member_counts_of_page on member_counts (creator_id, status, cancel_at_period_end) include (members);

-- How many pay for each plan, as `member_counts` has it for pages: rows alike add up.
create table payer_counts (
  creator_id uuid not null,
  plan_id uuid not null,
  payers bigint not null
);
create index payer_counts_of_plan on payer_counts (plan_id) include (payers);

-- What earlier files and tables point to here.
alter table payments add constraint payments_subscription_id_fkey
  foreign key (subscription_id) references subscriptions;

create function mark_earlier_memberships(given_member uuid, given_creator uuid) returns void language plpgsql as $$
begin
  -- Whoever pays for another of them at the same time is waited for, and seen by the statement after.
  perform from subscriptions where member_id = given_member and creator_id = given_creator order by id for no key update;
  update subscriptions s set has_newer = not s.has_newer
    where s.member_id = given_member and s.creator_id = given_creator
      and s.has_newer <> exists (select from subscriptions newer where newer.member_id = s.member_id
        and newer.creator_id = s.creator_id and newer.access_until is not null and newer.id > s.id);
end $$;

-- Looks among the member's memberships: while the table was small, the index of the page's members had seemed as good, and stayed
-- in use while the page grew.
create function keep_earlier_memberships() returns trigger language plpgsql as $$
begin
  if exists (select from (select id, creator_id from subscriptions where member_id = new.member_id offset 0) theirs
      where theirs.creator_id = new.creator_id and theirs.id <> new.id) then
    perform mark_earlier_memberships(new.member_id, new.creator_id);
  end if;
  return null;
end $$;
create trigger subscriptions_keep_new after insert on subscriptions
  for each row when (new.access_until is not null) execute function keep_earlier_memberships();
create trigger subscriptions_keep_paid after update of access_until on subscriptions
  for each row when ((old.access_until is null) <> (new.access_until is null)) execute function keep_earlier_memberships();

-- Both take the rows that nobody else holds together in one.
create function member_counts_add(page uuid, as_status text, as_ending boolean, added bigint) returns void
language sql as $$
  with taken as (
    delete from member_counts where ctid = any(array(
      select ctid from member_counts c where c.creator_id = page and c.status = as_status
        and c.cancel_at_period_end = as_ending for update skip locked))
    returning members
  )
  insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select page, as_status, as_ending, added + coalesce(sum(members), 0) from taken
    having added + coalesce(sum(members), 0) <> 0
$$;

-- Once for each statement: counted row by row, each member of a statement read what the ones before had left of the count. A renewal
-- changes neither sum, and writes nothing.
create function member_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, count(*)) from new_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  elsif tg_op = 'DELETE' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, -count(*)) from old_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  else
    perform member_counts_add(creator_id, status, cancel_at_period_end, sum(one)::bigint) from (
      select creator_id, status, cancel_at_period_end, 1 as one from new_memberships
        where access_until is not null and not has_newer
      union all
      select creator_id, status, cancel_at_period_end, -1 from old_memberships
        where access_until is not null and not has_newer) changed
      group by creator_id, status, cancel_at_period_end having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger member_counts_inserted after insert on subscriptions referencing new table as new_memberships
  for each statement execute function member_counts_keep();
create trigger member_counts_deleted after delete on subscriptions referencing old table as old_memberships
  for each statement execute function member_counts_keep();
create trigger member_counts_changed after update on subscriptions
  referencing old table as old_memberships new table as new_memberships
  for each statement execute function member_counts_keep();

create function payer_counts_add(page uuid, paid_plan uuid, added bigint) returns void language sql as $$
  with taken as (
    delete from payer_counts where ctid = any(array(
      select ctid from payer_counts c where c.plan_id = paid_plan for update skip locked))
    returning payers
  )
  insert into payer_counts (creator_id, plan_id, payers)
    select page, paid_plan, added + coalesce(sum(payers), 0) from taken
    having added + coalesce(sum(payers), 0) <> 0
$$;

create function payer_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform payer_counts_add(creator_id, plan_id, count(*)) from new_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  elsif tg_op = 'DELETE' then
    perform payer_counts_add(creator_id, plan_id, -count(*)) from old_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  else
    perform payer_counts_add(creator_id, plan_id, sum(one)::bigint) from (
      select creator_id, plan_id, 1 as one from new_memberships where status in ('active', 'past_due')
      union all
      select creator_id, plan_id, -1 from old_memberships where status in ('active', 'past_due')) changed
      group by creator_id, plan_id having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger payer_counts_inserted after insert on subscriptions referencing new table as new_memberships
  for each statement execute function payer_counts_keep();
create trigger payer_counts_deleted after delete on subscriptions referencing old table as old_memberships
  for each statement execute function payer_counts_keep();
create trigger payer_counts_changed after update on subscriptions
  referencing old table as old_memberships new table as new_memberships
  for each statement execute function payer_counts_keep();

create trigger subscriptions_keep_parties before update of id, member_id, creator_id, currency, created_at on subscriptions
  for each row execute function money_keep_columns('id', 'member_id', 'creator_id', 'currency', 'created_at');
-- An order is what was quoted. What it replaced is written when it takes effect.
create trigger subscription_changes_keep_quote before update on subscription_changes
  for each row execute function money_keep_columns('id', 'subscription_id', 'kind', 'timing', 'plan_id', 'plan_version_id',
  'interval', 'price_cents', 'currency', 'charged_now_cents', 'credit_cents', 'carried_cents', 'starts_at', 'created_at',
  'quoted_status', 'quoted_plan_version_id', 'quoted_interval', 'quoted_access_until', 'quoted_cancel_at_period_end',
  'settled_by', 'quoted_at', 'period_from', 'period_worth_cents');
create trigger page_closings_keep_moment before update of creator_id, closed_at on page_closings
  for each row execute function money_keep_columns('creator_id', 'closed_at');
create trigger returned_memberships_keep_payment before update of payment_id, subscription_id on returned_memberships
  for each row execute function money_keep_columns('payment_id', 'subscription_id');
create trigger unused_time_returns_keep_return before update of payment_id, suspension_id, refund_id, returned_at
  on unused_time_returns
  for each row execute function money_keep_columns('payment_id', 'suspension_id', 'refund_id', 'returned_at');
create trigger subscription_changes_keep_payment before update of payment_id on subscription_changes
  for each row execute function money_keep_filled('payment_id');
create trigger overpayments_append_only before update or delete on overpayments
  for each row execute function money_keep_rows();
create trigger provider_plans_append_only before update or delete on provider_plans
  for each row execute function money_keep_rows();
create trigger subscription_changes_keep_rows before delete on subscription_changes
  for each row execute function money_keep_rows();
create trigger page_closings_keep_rows before delete on page_closings
  for each row execute function money_keep_rows();
create trigger unused_time_returns_keep_rows before delete on unused_time_returns
  for each row execute function money_keep_rows();
create trigger returned_memberships_keep_rows before delete on returned_memberships
  for each row execute function money_keep_rows();
create trigger overpayments_keep_all_rows before truncate on overpayments
  for each statement execute function money_keep_rows();
create trigger provider_plans_keep_all_rows before truncate on provider_plans
  for each statement execute function money_keep_rows();
create trigger subscription_changes_keep_all_rows before truncate on subscription_changes
  for each statement execute function money_keep_rows();
create trigger page_closings_keep_all_rows before truncate on page_closings
  for each statement execute function money_keep_rows();
create trigger unused_time_returns_keep_all_rows before truncate on unused_time_returns
  for each statement execute function money_keep_rows();
create trigger returned_memberships_keep_all_rows before truncate on returned_memberships
  for each statement execute function money_keep_rows();
