-- What the provider keeps of a charge, in its own currency; null until it tells.
alter table payments
  add column provider_fee_minor bigint,
  -- The tax that is part of that fee.
  add column provider_tax_minor bigint,
  add column provider_fee_currency text,
  -- The whole charge in the currency of the fee.
  add column base_amount_minor bigint,
  -- What was given back or is about to be; never more than came in.
  add column refunded_cents bigint not null default 0,
  add constraint payments_refunded_within_captured check (refunded_cents between 0 and amount_cents);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  status text not null check (status in ('requested', 'declined', 'approved', 'sent', 'processed', 'failed')),
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
  check (status in ('requested', 'declined') or fee_cents + net_cents = amount_cents)
);
create index refunds_payment_id on refunds (payment_id);
create unique index refunds_one_request on refunds (payment_id) where status = 'requested';
create index refunds_waiting on refunds (requested_at) where status in ('requested', 'approved', 'sent');

create table disputes (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  status text not null check (status in ('open', 'won', 'lost', 'closed')),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  net_cents bigint not null,
  reason text not null default '',
  opened_at timestamptz not null,
  settled_at timestamptz,
  check (fee_cents + net_cents = amount_cents)
);
create index disputes_payment_id on disputes (payment_id);

-- Numbered without gaps per year, in UTC. The number is drawn when the charge commits, so a charge that is rolled back
-- takes none with it and the counter is locked no longer than the commit lasts.
create table receipt_counters (year integer primary key, last_number integer not null);
create table receipts (
  payment_id uuid primary key references payments,
  year integer not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  unique (year, number)
);
create function receipts_issue() returns trigger language plpgsql as $$
declare
  issued_in integer := extract(year from new.created_at at time zone 'UTC');
  drawn integer;
begin
  insert into receipt_counters (year, last_number) values (issued_in, 1)
    on conflict (year) do update set last_number = receipt_counters.last_number + 1
    returning last_number into drawn;
  insert into receipts (payment_id, year, number, issued_at) values (new.id, issued_in, drawn, new.created_at);
  return null;
end $$;

do $$
declare
  payment payments%rowtype;
  issued_in integer;
  drawn integer;
begin
  for payment in select * from payments order by created_at, id loop
    issued_in := extract(year from payment.created_at at time zone 'UTC');
    insert into receipt_counters (year, last_number) values (issued_in, 1)
      on conflict (year) do update set last_number = receipt_counters.last_number + 1
      returning last_number into drawn;
    insert into receipts values (payment.id, issued_in, drawn, payment.created_at);
  end loop;
end $$;

create constraint trigger receipts_with_payment after insert on payments
  deferrable initially deferred for each row execute function receipts_issue();

create function receipts_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt keeps its number: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger receipts_append_only before update or delete on receipts
  for each row execute function receipts_refuse_change();

-- What a supporter wants on their receipts beside the name.
create table billing_details (
  user_id uuid primary key references users,
  address text not null default '',
  gstin text not null default '',
  updated_at timestamptz not null
);

-- A member saw a post that is not free. Says how much of a membership was used, when a refund is asked for.
create table post_openings (
  post_id uuid not null references posts,
  member_id uuid not null references users,
  opened_at timestamptz not null,
  primary key (member_id, post_id)
);

-- What a transaction takes back, by its reference: a refund of a charge that is still pending lessens what is pending.
alter table ledger_transactions add column takes_back text;
create index ledger_transactions_takes_back on ledger_transactions (takes_back) where takes_back is not null;
