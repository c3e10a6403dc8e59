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
  check ((kind = 'other') = (payment_id is null))
);
create index settlement_items_settlement on settlement_items (provider_settlement_id);
create index settlement_items_payment on settlement_items (payment_id);

create trigger settlements_keep_amounts before update on settlements for each row execute function money_keep_columns(
  'provider_settlement_id', 'currency', 'amount_minor', 'utr', 'settled_at', 'booked_at');
create trigger settlement_items_keep_amounts before update on settlement_items for each row
  execute function money_keep_columns('entity_id', 'provider_settlement_id', 'kind', 'payment_id', 'charged_minor',
    'charged_currency', 'base_minor', 'credit_minor', 'debit_minor', 'fee_minor');
create trigger settlements_keep_rows before delete on settlements for each row execute function money_keep_rows();
create trigger settlement_items_keep_rows before delete on settlement_items for each row
  execute function money_keep_rows();

-- Years of receipts: the calendar's, or India's financial ones from April to March. Set by the server when it starts.
-- A financial year is kept as both its years, 202627 for 2026-27, so that its numbers begin anew.
create table receipt_settings (
  is_only boolean primary key default true check (is_only),
  year_kind text not null check (year_kind in ('calendar', 'indian'))
);
insert into receipt_settings (year_kind) values ('calendar');

create or replace function receipts_issue() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  is_indian boolean := (select year_kind = 'indian' from receipt_settings);
  -- India's day: its financial year begins at midnight there.
  moment timestamp := case when is_indian then new.created_at at time zone 'Asia/Kolkata'
    else new.created_at at time zone 'UTC' end;
  begun integer := extract(year from moment - case when is_indian then interval '3 months' else interval '0' end);
  issued_in integer := case when is_indian then begun * 100 + (begun + 1) % 100 else begun end;
  drawn integer;
begin
  insert into receipt_counters (year, last_number) values (issued_in, 1)
    on conflict (year) do update set last_number = receipt_counters.last_number + 1
    returning last_number into drawn;
  insert into receipts (payment_id, year, number, issued_at) values (new.id, issued_in, drawn, new.created_at);
  return null;
end $$;

-- The payment accounts that were found able to charge what we offer, and the plan they were checked with.
create table payment_accounts (
  key_id text primary key,
  provider_plan_id text not null,
  checked_at timestamptz not null
);
