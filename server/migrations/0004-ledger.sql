-- Double entry. A transaction is written once, whole and balanced, and never changes; a correction is another one.

create table ledger_transactions (
  id uuid primary key,
  -- What it books, once: `charge:<payment id>`, `refund:<refund id>`, `payout:<id>`.
  reference text not null unique,
  occurred_at timestamptz not null,
  -- Which database transaction wrote it: entries may only be added in that one.
  written_by xid8 not null default pg_current_xact_id()
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions,
  -- `provider_clearing`, `platform_fees`, `creator_balance`
  account text not null,
  -- Whose balance, for accounts that every creator has.
  creator_id uuid references creators,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units. Debit positive, credit negative.
  amount_minor bigint not null check (amount_minor <> 0),
  check ((account = 'creator_balance') = (creator_id is not null))
);
create index ledger_entries_transaction_id on ledger_entries (transaction_id);
create index ledger_entries_account on ledger_entries (account, creator_id, currency);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function ledger_refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function ledger_refuse_change();

-- A balanced pair slipped into an old transaction would change history without breaking the sum.
create function ledger_check_same_transaction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transactions
    where id = new.transaction_id and written_by = pg_current_xact_id()
  ) then
    raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_same_transaction before insert on ledger_entries
  for each row execute function ledger_check_same_transaction();

-- Deferred to the commit, when all entries are there. Also refuses a transaction without entries.
create function ledger_check_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where transaction_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.reference using errcode = 'check_violation';
  end if;
  if exists (
    select from ledger_entries where transaction_id = new.id group by currency having sum(amount_minor) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.reference using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_balance();
-- The same check from the entries' side, for whoever makes the one above fire early (set constraints … immediate).
create function ledger_check_entry_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from ledger_entries
      where transaction_id = new.transaction_id and currency = new.currency) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry_balance();
