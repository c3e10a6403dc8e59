-- One row per charge. Amounts are fixed when the money came; percentages are never applied again.
create table payments (
  id uuid primary key,
  provider_payment_id text not null unique,
  subscription_id uuid not null,
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
  -- What the provider keeps of a charge, in its own currency; null until it tells.
  provider_fee_minor bigint,
  -- The tax that is part of that fee.
  provider_tax_minor bigint,
  provider_fee_currency text,
  -- The whole charge in the currency of the fee.
  base_amount_minor bigint,
  -- What was given back or is about to be; never more than came in.
  refunded_cents bigint not null default 0,
  -- What a payment bought, as it was agreed when the money came. Receipts and histories read this, never the
  -- subscription: that goes on under other terms.
  -- difference: what an upgrade cost up to a renewal that was paid before; it pays for no period of its own.
  kind text not null,
  plan_version_id uuid references plan_versions not null,
  plan_name text not null,
  interval text check (interval in ('monthly', 'yearly')) not null,
  period_from timestamptz not null,
  period_until timestamptz not null,
  -- The part of a payment that was carried to it, for the time before the period that it paid for.
  carried_cents bigint not null default 0
  check (carried_cents >= 0 and carried_cents <= amount_cents),
  check (fee_cents + net_cents = amount_cents),
  constraint payments_refunded_within_captured check (refunded_cents between 0 and amount_cents),
  constraint payments_kind_check check (kind in ('period', 'proration'))
);
create index payments_creator_id on payments (creator_id, id desc);
create index payments_subscription_id on payments (subscription_id, id desc);
create index payments_member_id on payments (member_id, id desc);
-- Charges of which the provider has not told its fee yet.
create index payments_without_provider_fee on payments (captured_at) where provider_fee_minor is null;
-- The newest charge, whosever it is.
create index payments_captured_at on payments (captured_at);
create index payments_between on payments (creator_id, member_id);
-- A creator's payments by plan, month and refund, for pages with hundreds of thousands of them.
create index payments_of_plan on payments (creator_id, plan_id, id desc);
create index payments_of_month on payments (creator_id, captured_at);
create index payments_refunded on payments (creator_id, id desc) where refunded_cents > 0;
create index payments_earned on payments (creator_id, currency, captured_at)
  include (amount_cents, fee_cents, net_cents, refunded_cents);
create index payments_under_way on payments (creator_id, currency, period_until)
  include (id, captured_at, period_from, net_cents, refunded_cents) where interval = 'yearly';

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  status text not null,
  -- Who wanted it: the supporter, the creator, the operator, a rule of ours, or the provider on its own.
  origin text not null check (origin in ('member', 'creator', 'operator', 'rule', 'provider')),
  -- Who decided; null while nobody has.
  decided_by text check (decided_by in ('creator', 'operator', 'rule', 'provider')),
  reason text not null,
  decision_note text not null default '',
  -- Asked for at first, given back once approved. fee + net = amount, both fixed when it is approved.
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  net_cents bigint not null default 0 check (net_cents >= 0),
  provider_refund_id text unique,
  -- The provider was asked, and its answer may have been lost.
  asked_at timestamptz,
  requested_at timestamptz not null,
  decided_at timestamptz,
  settled_at timestamptz,
  -- Who decided in the operator's name.
  operator text not null default '',
  -- Who carries the money to the supporter.
  rail text not null default 'provider' check (rail in ('provider', 'bank')),
  -- The operator's bank transfer, as the bank calls it.
  bank_reference text not null default '',
  -- When the provider took it on.
  sent_at timestamptz,
  -- Since when the money counts as gone, and what it paid for has ended; null before, and again when it came back.
  effective_at timestamptz,
  -- How often the provider refused it, what it said last, and when to ask it again.
  attempts integer not null default 0,
  refusal text not null default '',
  next_attempt_at timestamptz,
  -- The refund that failed and that this one makes once more.
  retry_of uuid unique references refunds,
  -- A refund made in the provider's dashboard takes the place of ours that were waiting. If it fails, they are owed again.
  replaced_by uuid references refunds (id),
  -- Whose supporters it concerns, as its payment says: a page's refunds are found without its payments.
  creator_id uuid,
  -- The lost dispute that took the place of a refund which had not left, or came back.
  replaced_by_dispute text,
  check (status in ('requested', 'declined') or fee_cents + net_cents = amount_cents),
  -- manual: the provider cannot make it, so the operator pays it by bank transfer.
  constraint refunds_status_check check (
    status in ('requested', 'declined', 'approved', 'sent', 'manual', 'processed', 'failed'))
);
create index refunds_payment_id on refunds (payment_id);
create unique index refunds_one_request on refunds (payment_id) where status = 'requested';
create index refunds_waiting on refunds (requested_at) where status in ('requested', 'approved', 'sent');
-- What the provider is to be asked about next.
create index refunds_due on refunds (next_attempt_at nulls first) where status in ('approved', 'sent');
-- What waits for the operator: refused, to be paid by bank transfer, or failed and not made again.
create index refunds_of_operator on refunds (id) where status in ('approved', 'manual', 'failed');
create index refunds_replaced_by on refunds (replaced_by) where replaced_by is not null;
create index refunds_of_page on refunds (creator_id, status, id desc);

create table disputes (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  status text not null check (status in ('open', 'won', 'lost', 'closed')),
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  reason text not null default '',
  opened_at timestamptz not null,
  settled_at timestamptz,
  -- How far a dispute has got with the bank, until when it has to be answered, and the amount as the bank told it: that is
  -- not always in the currency of the payment.
  phase text not null default '',
  respond_by timestamptz,
  told_currency text,
  told_amount_minor bigint,
  -- Whose balance it concerns, as its payment says: a page's disputes are found without its payments, as its refunds are.
  creator_id uuid,
  -- A dispute is kept even if nothing could be frozen for it. While it is open, what it holds of its payment follows what is left.
  -- What the bank asks for, in cents of the payment; null: not known.
  asked_cents bigint,
  check (fee_cents + net_cents = amount_cents),
  constraint disputes_asks_for_something check (asked_cents > 0)
);
create index disputes_payment_id on disputes (payment_id);
-- Asked for every renewal that might be stopped: it holds the few that no bank has decided yet.
create index disputes_open on disputes (payment_id) where status = 'open';
-- The queue of the staff: those that wait, by the day an answer is due.
create index disputes_by_opening on disputes (opened_at desc, provider_dispute_id);
-- The queues of the console, each in its order: waiting ones by the day an answer is due, settled ones by their day.
-- Without `concurrently`: banks ask about few payments.
create index disputes_waiting on disputes (coalesce(respond_by, 'infinity'::timestamptz), provider_dispute_id)
  where status = 'open';
create index disputes_settled on disputes (settled_at, provider_dispute_id);
create index disputes_of_page on disputes (creator_id, opened_at);

-- Numbered without gaps per year, in UTC. The number is drawn when the charge commits, so a charge that is rolled back
-- takes none with it and the counter is locked no longer than the commit lasts.
create table receipt_counters (
  year integer primary key,
  last_number integer not null
);

create table receipts (
  payment_id uuid primary key references payments,
  year integer not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  unique (year, number)
);

-- What a supporter wants on their receipts beside the name.
create table billing_details (
  user_id uuid primary key references users,
  address text not null default '',
  gstin text not null default '',
  updated_at timestamptz not null
);

-- What the provider paid into our bank, in its currency, and what it was made of.
create table settlements (
  provider_settlement_id text primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  -- The bank's own reference.
  utr text not null default '',
  settled_at timestamptz not null,
  booked_at timestamptz not null
);
create index settlements_settled_at on settlements (settled_at);

create table settlement_items (
  -- The provider's id of the payment, the refund or the adjustment.
  entity_id text primary key,
  provider_settlement_id text not null references settlements,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'other')),
  -- Of the charge that it settles, gives back or loses; null where it is none of ours.
  payment_id uuid references payments,
  -- As it was charged or given back, in the currency of the charge.
  charged_minor bigint not null default 0,
  charged_currency text,
  -- The same in the provider's currency. A payment: what it was worth before the fee. A refund: at that rate.
  base_minor bigint not null default 0,
  -- What it brought and took, in the provider's currency.
  credit_minor bigint not null,
  debit_minor bigint not null,
  fee_minor bigint not null default 0,
  -- The dispute that an adjustment is for; null in rows from before, and where it is the entity itself.
  dispute_id text,
  tax_minor bigint not null default 0,
  -- What was booked of a settlement's line as a fee, where the line is of no payment of ours: before, all of it was a difference.
  booked_fee_minor bigint not null default 0,
  check ((kind = 'other') = (payment_id is null))
);
create index settlement_items_settlement on settlement_items (provider_settlement_id);
create index settlement_items_payment on settlement_items (payment_id);
create index settlement_items_other on settlement_items (entity_id) where kind = 'other';

-- Years of receipts: the calendar's, or India's financial ones from April to March. Set by the server when it starts.
-- A financial year is kept as both its years, 202627 for 2026-27, so that its numbers begin anew.
create table receipt_settings (
  is_only boolean primary key default true check (is_only),
  year_kind text not null check (year_kind in ('calendar', 'indian'))
);
insert into receipt_settings (year_kind) values ('calendar');

-- The payment accounts that were found able to charge what we offer, and the plan they were checked with.
create table payment_accounts (
  key_id text primary key,
  provider_plan_id text not null,
  checked_at timestamptz not null
);

-- Until when each reconciler has asked the provider for everything, so that whoever was away for a week asks for a week.
create table reconciled_until (
  name text primary key,
  until timestamptz not null
);

-- A bank suspects fraud in a payment: nothing is taken, so it is no dispute yet, and the payment can still be refunded.
-- It ends when the bank drops it, or with the dispute that it becomes.
create table fraud_suspicions (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  -- What the bank would ask for, in cents of the payment.
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null default '',
  opened_at timestamptz not null,
  respond_by timestamptz,
  ended_at timestamptz
);
create index fraud_suspicions_payment_id on fraud_suspicions (payment_id);
create index fraud_suspicions_open on fraud_suspicions (payment_id) where ended_at is null;
create index fraud_suspicions_waiting
  on fraud_suspicions (coalesce(respond_by, 'infinity'::timestamptz), provider_dispute_id) where ended_at is null;
create index fraud_suspicions_settled on fraud_suspicions (ended_at, provider_dispute_id);

-- Refunds of the provider that ours cannot hold. They are tried again by their id, so that for their sake nobody has to
-- ask the provider ever further back.
create table unbooked_refunds (
  provider_refund_id text primary key,
  provider_payment_id text not null,
  found_at timestamptz not null,
  tried_at timestamptz not null
);
create index unbooked_refunds_tried_at on unbooked_refunds (tried_at);

-- What a bank took of a payment whose money had already gone back: it was paid twice, and the platform bears it.
create table dispute_losses (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  lost_at timestamptz not null
);
create index dispute_losses_payment_id on dispute_losses (payment_id);

-- What a line of a settlement was about, if we first learned of that payment, refund or dispute after it was booked.
create table settlement_attributions (
  entity_id text primary key references settlement_items,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  payment_id uuid not null references payments,
  -- As in settlement_items.
  charged_minor bigint not null,
  charged_currency text not null,
  base_minor bigint not null,
  attributed_at timestamptz not null
);
create index settlement_attributions_payment on settlement_attributions (payment_id);

-- What was answered to a bank that asks a payment back. Answered once in each phase that the dispute goes through.
create table dispute_evidence (
  id uuid primary key,
  provider_dispute_id text not null references disputes,
  phase text not null,
  text text not null,
  -- refused: the provider didn't take it, for this reason; another answer may be given.
  state text not null check (state in ('queued', 'sent', 'refused')),
  refusal text not null default '',
  -- Who of the staff wrote it; null: a command beside the database did.
  given_by uuid references users,
  given_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'queued') = (settled_at is null))
);
create unique index dispute_evidence_once on dispute_evidence (provider_dispute_id, phase) where state <> 'refused';
create index dispute_evidence_dispute on dispute_evidence (provider_dispute_id, id);

-- The pictures of an answer; the provider's name for each, once it has them.
create table dispute_evidence_media (
  evidence_id uuid not null references dispute_evidence,
  position smallint not null,
  media_id uuid not null references media,
  provider_document_id text,
  primary key (evidence_id, position)
);
create unique index dispute_evidence_media_once on dispute_evidence_media (media_id);

-- Paid, and without a number yet.
create table receipts_waiting (
  place bigint generated always as identity primary key,
  payment_id uuid not null,
  since timestamptz not null default clock_timestamp()
);
create index receipts_waiting_payment on receipts_waiting (payment_id);

-- What a dispute took of its payment after it had frozen something, or gave back (negative). `of_loss`: the bank had decided by
-- then, and it lessens what the platform bears of the loss.
create table dispute_changes (
  id uuid primary key,
  provider_dispute_id text not null references disputes,
  amount_cents bigint not null check (amount_cents <> 0),
  fee_cents bigint not null,
  net_cents bigint not null,
  of_loss boolean not null,
  changed_at timestamptz not null,
  check (fee_cents + net_cents = amount_cents)
);
create index dispute_changes_provider_dispute_id on dispute_changes (provider_dispute_id);

-- Payments that only a webhook has told of, until the provider names them: it is asked every quarter of an hour.
create table unconfirmed_payments (
  payment_id uuid primary key references payments,
  creator_id uuid not null,
  noted_at timestamptz not null,
  asked_at timestamptz,
  -- Since when the provider says that it doesn't know it: nothing of it is anybody's until it does.
  unknown_since timestamptz
);
create index unconfirmed_payments_of_creator on unconfirmed_payments (creator_id);
create index unconfirmed_payments_to_ask on unconfirmed_payments (asked_at nulls first, noted_at);
create index unconfirmed_payments_unknown on unconfirmed_payments (unknown_since) where unknown_since is not null;

create function receipts_issue() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  issued_in integer;
  drawn integer;
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into receipts_waiting (payment_id) values (new.id);
    return null;
  end if;
  issued_in := receipts_year_of(new.created_at, (select year_kind = 'indian' from receipt_settings));
  insert into receipt_counters (year, last_number) values (issued_in, 1)
    on conflict (year) do update set last_number = receipt_counters.last_number + 1
    returning last_number into drawn;
  insert into receipts (payment_id, year, number, issued_at) values (new.id, issued_in, drawn, new.created_at);
  return null;
end $$;
create constraint trigger receipts_with_payment after insert on payments
  deferrable initially deferred for each row execute function receipts_issue();

create function receipts_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt keeps its number: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger receipts_append_only before update or delete on receipts
  for each row execute function receipts_refuse_change();
create trigger receipts_no_truncate before truncate on receipts
  for each statement execute function receipts_refuse_change();

-- What was set aside of a payment is the sum of its refunds. Not asked of a payment that is new and of which nothing is set
-- aside: it has no refunds, or they are of this transaction and checked themselves.
create function money_check_refunded() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'payments' then
    if tg_op = 'INSERT' and new.refunded_cents = 0 then return null; end if;
    checked := new.id;
  else
    checked := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = checked and p.refunded_cents <> (
      select coalesce(sum(r.amount_cents), 0) from refunds r
      where r.payment_id = p.id and r.status not in ('requested', 'declined', 'failed'))
  ) then
    raise exception 'payment % has other refunds than were set aside', checked using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger payments_refunded_is_sum after insert or update of refunded_cents on payments
  deferrable initially deferred for each row execute function money_check_refunded();
create constraint trigger refunds_sum_is_refunded after insert or update of status, amount_cents on refunds
  deferrable initially deferred for each row execute function money_check_refunded();

-- Counters go up by one, from one, or to the last number of a batch that was given out.
create function money_count_up() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last_number <> 1)
    or (tg_op = 'UPDATE' and (new.year <> old.year or new.last_number <= old.last_number
      or (new.last_number <> old.last_number + 1 and not exists (
        select from receipts r where r.year = new.year and r.number = new.last_number)))) then
    raise exception 'numbers of receipts are drawn one after the other' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger receipt_counters_count_up before insert or update on receipt_counters
  for each row execute function money_count_up();

-- A financial year is kept as both its years; India's begins at midnight there.
create function receipts_year_of(moment timestamptz, is_indian boolean) returns integer language sql stable as $$
  select case when is_indian
    then extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer * 100
      + (extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1) % 100
    else extract(year from moment at time zone 'UTC')::integer end
$$;

-- Numbers at most so many payments that wait, in the order they came, and answers how many it was. `is_urgent`: waits
-- for whoever is doing it now; otherwise that one does it.
create function receipts_issue_waiting(most integer, is_urgent boolean) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  is_indian boolean := (select year_kind = 'indian' from receipt_settings);
  of_year record;
  known integer;
  given_out integer := 0;
begin
  if is_urgent then
    perform pg_advisory_xact_lock(hashtext('cheers receipts'));
  elsif not pg_try_advisory_xact_lock(hashtext('cheers receipts')) then
    return 0;
  end if;
  for of_year in
    select issued_in, array_agg(id order by place) as ids, array_agg(place) as places,
      array_agg(created_at order by place) as moments
    from (
      select w.place, p.id, p.created_at, receipts_year_of(p.created_at, is_indian) as issued_in
      from receipts_waiting w
        cross join lateral (select id, created_at from payments where id = w.payment_id offset 0) p
      where (select r.number from receipts r where r.payment_id = w.payment_id) is null
      order by w.place limit most
    ) waiting group by issued_in order by issued_in
  loop
    insert into receipt_counters (year, last_number) values (of_year.issued_in, 1) on conflict do nothing;
    if found then
      known := 0;
    else
      select last_number into known from receipt_counters where year = of_year.issued_in for update;
    end if;
    insert into receipts (payment_id, year, number, issued_at)
      select given.id, of_year.issued_in, known + given.number, given.moment
      from unnest(of_year.ids, of_year.moments) with ordinality given (id, moment, number);
    update receipt_counters set last_number = known + cardinality(of_year.ids)
      where year = of_year.issued_in and last_number <> known + cardinality(of_year.ids);
    delete from receipts_waiting where place = any (of_year.places);
    given_out := given_out + cardinality(of_year.ids);
  end loop;
  return given_out;
end $$;

create function refunds_know_page() returns trigger language plpgsql as $$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $$;
create trigger refunds_know_page before insert on refunds for each row execute function refunds_know_page();

create function disputes_know_page() returns trigger language plpgsql as $$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $$;
create trigger disputes_know_page before insert on disputes for each row execute function disputes_know_page();

create function disputes_check_held() returns trigger language plpgsql as $$
begin
  raise exception 'dispute % holds less than nothing', new.provider_dispute_id using errcode = 'check_violation';
end $$;
create trigger disputes_held_is_no_debt before insert or update on disputes
  for each row when (new.amount_cents < 0) execute function disputes_check_held();

-- As it is sealed. Moments in milliseconds, which is what they are written with.
create function payment_purchase(p payments) returns text language sql stable as $$
  select concat_ws(' ', p.kind, p.subscription_id, p.member_id, p.plan_id, p.plan_version_id, p.interval,
    to_char(p.period_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    to_char(p.period_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p.carried_cents)
$$;

create trigger payments_keep_amounts before update on payments for each row execute function money_keep_columns(
  'id', 'provider_payment_id', 'subscription_id', 'member_id', 'creator_id', 'currency', 'amount_cents',
  'fee_basis_points', 'fee_cents', 'net_cents');
-- What goes back is fixed when it is decided.
create trigger refunds_keep_payment before update on refunds for each row execute function money_keep_columns(
  'id', 'payment_id');
create trigger refunds_keep_amounts before update on refunds for each row when (old.status <> 'requested')
  execute function money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
create trigger settlements_keep_amounts before update on settlements for each row execute function money_keep_columns(
  'provider_settlement_id', 'currency', 'amount_minor', 'utr', 'settled_at', 'booked_at');
create trigger settlement_items_keep_amounts before update on settlement_items for each row
  execute function money_keep_columns('entity_id', 'provider_settlement_id', 'kind', 'payment_id', 'charged_minor',
    'charged_currency', 'base_minor', 'credit_minor', 'debit_minor', 'fee_minor');
create trigger disputes_keep_payment before update on disputes for each row execute function money_keep_columns(
  'provider_dispute_id', 'payment_id');
create trigger disputes_keep_amounts before update on disputes for each row when (old.status <> 'open')
  execute function money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
-- What decides when money is somebody's, and how much of it, stays as it was written, like the amounts themselves. A trigger
-- for certain columns looks only at what sets them, so other changes of a row cost nothing more.
create trigger payments_keep_purchase before update of plan_id, captured_at, created_at, kind, plan_version_id, interval,
  period_from, period_until, carried_cents on payments for each row execute function money_keep_columns(
  'plan_id', 'captured_at', 'created_at', 'kind', 'plan_version_id', 'interval', 'period_from', 'period_until',
  'carried_cents');
create trigger refunds_keep_request before update of origin, requested_at, retry_of on refunds
  for each row execute function money_keep_columns('origin', 'requested_at', 'retry_of');
create trigger disputes_keep_report before update of reason, opened_at, told_currency, told_amount_minor on disputes
  for each row execute function money_keep_columns('reason', 'opened_at', 'told_currency', 'told_amount_minor');
create trigger settlement_items_keep_parts before update of dispute_id, tax_minor on settlement_items
  for each row execute function money_keep_columns('dispute_id', 'tax_minor');
create trigger settlement_items_keep_booked_fee before update of booked_fee_minor on settlement_items
  for each row execute function money_keep_columns('booked_fee_minor');
create trigger unconfirmed_payments_keep_note before update of payment_id, creator_id, noted_at on unconfirmed_payments
  for each row execute function money_keep_columns('payment_id', 'creator_id', 'noted_at');
create trigger payments_keep_told before update on payments for each row execute function money_keep_filled(
  'provider_fee_minor', 'provider_tax_minor', 'provider_fee_currency', 'base_amount_minor');
create trigger refunds_keep_told before update on refunds for each row execute function money_keep_filled(
  'provider_refund_id');
create trigger refunds_keep_page before update on refunds for each row execute function money_keep_filled('creator_id');
create trigger disputes_keep_page before update on disputes for each row execute function money_keep_filled('creator_id');
create trigger disputes_keep_asked before update on disputes for each row when (old.status <> 'open')
  execute function money_keep_filled('asked_cents');
create trigger refunds_keep_moments before update of decided_at, sent_at on refunds
  for each row execute function money_keep_filled('decided_at', 'sent_at');
create trigger settlements_keep_rows before delete on settlements for each row execute function money_keep_rows();
create trigger settlement_items_keep_rows before delete on settlement_items for each row
  execute function money_keep_rows();
create trigger dispute_losses_append_only before update or delete on dispute_losses
  for each row execute function money_keep_rows();
create trigger dispute_losses_no_truncate before truncate on dispute_losses
  for each statement execute function money_keep_rows();
create trigger settlement_attributions_append_only before update or delete on settlement_attributions
  for each row execute function money_keep_rows();
create trigger settlement_attributions_no_truncate before truncate on settlement_attributions
  for each statement execute function money_keep_rows();
create trigger dispute_changes_append_only before update or delete on dispute_changes
  for each row execute function money_keep_rows();
create trigger dispute_changes_no_truncate before truncate on dispute_changes
  for each statement execute function money_keep_rows();
create trigger payments_keep_rows before delete on payments
  for each row execute function money_keep_rows();
create trigger payments_keep_all_rows before truncate on payments
  for each statement execute function money_keep_rows();
create trigger refunds_keep_rows before delete on refunds
  for each row execute function money_keep_rows();
create trigger refunds_keep_all_rows before truncate on refunds
  for each statement execute function money_keep_rows();
create trigger disputes_keep_rows before delete on disputes
  for each row execute function money_keep_rows();
create trigger disputes_keep_all_rows before truncate on disputes
  for each statement execute function money_keep_rows();
create trigger receipt_counters_keep_rows before delete on receipt_counters
  for each row execute function money_keep_rows();
create trigger receipt_counters_keep_all_rows before truncate on receipt_counters
  for each statement execute function money_keep_rows();
create trigger settlements_keep_all_rows before truncate on settlements
  for each statement execute function money_keep_rows();
create trigger settlement_items_keep_all_rows before truncate on settlement_items
  for each statement execute function money_keep_rows();
