-- What was written about money stays as it was written, whoever asks: the server, a script, or somebody at a prompt.
-- The ledger and the receipts have refused changes from the beginning; here are the rows that they are made from.

-- Refuses a change of the columns it is given.
create function money_keep_columns() returns trigger language plpgsql as $$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

-- Lets the columns it is given be filled in once.
create function money_keep_filled() returns trigger language plpgsql as $$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(old) ->> kept is not null and to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

create function money_keep_rows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create trigger payments_keep_amounts before update on payments for each row execute function money_keep_columns(
  'id', 'provider_payment_id', 'subscription_id', 'member_id', 'creator_id', 'currency', 'amount_cents',
  'fee_basis_points', 'fee_cents', 'net_cents');
create trigger payments_keep_told before update on payments for each row execute function money_keep_filled(
  'provider_fee_minor', 'provider_tax_minor', 'provider_fee_currency', 'base_amount_minor');

-- What goes back is fixed when it is decided.
create trigger refunds_keep_payment before update on refunds for each row execute function money_keep_columns(
  'id', 'payment_id');
create trigger refunds_keep_amounts before update on refunds for each row when (old.status <> 'requested')
  execute function money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
create trigger refunds_keep_told before update on refunds for each row execute function money_keep_filled(
  'provider_refund_id');

create trigger disputes_keep_amounts before update on disputes for each row execute function money_keep_columns(
  'provider_dispute_id', 'payment_id', 'amount_cents', 'fee_cents', 'net_cents');

create trigger payouts_keep_amounts before update on payouts for each row execute function money_keep_columns(
  'id', 'creator_id', 'amount_cents', 'currency');
create trigger payouts_keep_told before update on payouts for each row execute function money_keep_filled(
  'rail', 'batch_id', 'provider_payout_id', 'rail_amount_minor', 'rail_currency', 'rail_fee_minor', 'rail_tax_minor');

create trigger closed_balances_keep_amounts before update on closed_balances for each row
  execute function money_keep_columns('id', 'creator_id', 'kind', 'currency', 'amount_cents', 'booked_at');

do $$
declare kept text;
begin
  foreach kept in array array['payments', 'refunds', 'disputes', 'payouts', 'closed_balances', 'receipt_counters'] loop
    execute format('create trigger %I before delete on %I for each row execute function money_keep_rows()',
      kept || '_keep_rows', kept);
    execute format('create trigger %I before truncate on %I for each statement execute function money_keep_rows()',
      kept || '_keep_all_rows', kept);
  end loop;
end $$;
create trigger receipts_no_truncate before truncate on receipts
  for each statement execute function receipts_refuse_change();

-- The one amount of a payment that moves is what was set aside of it: at the commit it is the sum of its refunds.
create function money_check_refunded() returns trigger language plpgsql as $$
declare
  checked uuid := case tg_table_name when 'payments' then new.id
    else (to_jsonb(new) ->> 'payment_id')::uuid end;
begin
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

-- Counters go up by one, from one.
create function money_count_up() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last_number <> 1)
    or (tg_op = 'UPDATE' and (new.year <> old.year or new.last_number <> old.last_number + 1)) then
    raise exception 'numbers of receipts are drawn one after the other' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger receipt_counters_count_up before insert or update on receipt_counters
  for each row execute function money_count_up();

-- A role that does not own the database writes seals, receipts and counters through these alone.
alter function ledger_seal(uuid) security definer set search_path = public, pg_temp;
alter function receipts_issue() security definer set search_path = public, pg_temp;

-- The newest seal of a day as it was told to the operator, so that a chain written anew does not match what they have.
create table told_seals (
  day date primary key,
  position bigint not null,
  hash bytea not null,
  told_at timestamptz not null
);
create function told_seals_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a seal that was told stays: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger told_seals_append_only before update or delete on told_seals
  for each row execute function told_seals_refuse_change();
create trigger told_seals_no_truncate before truncate on told_seals
  for each statement execute function told_seals_refuse_change();
