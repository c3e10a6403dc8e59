-- What a booking moves of creators' balances, in minor units as booked (debit positive): one definition, for the days below and
-- for what no day has counted yet. A line of a statement is one entry of a balance.
create view balance_moves as
  select t.id as transaction_id, t.occurred_at, own.creator_id, own.currency, own.amount_minor, own.line_count, fee.minor as fee_minor,
    case when t.reference like 'charge:%' then own.amount_minor else 0 end as charged_minor,
    case when t.reference like 'charge:%' then fee.minor else 0 end as charged_fee_minor,
    case when t.reference ~ '^payout(-failed|-reversed)?:' then own.amount_minor else 0 end as paid_out_minor
  from ledger_transactions t
    cross join lateral (select e.creator_id, e.currency, sum(e.amount_minor)::bigint as amount_minor, count(*)::integer as line_count
      from ledger_entries e where e.transaction_id = t.id and e.account = 'creator_balance' group by 1, 2) own
    cross join lateral (select coalesce(sum(e.amount_minor), 0)::bigint as minor
      from ledger_entries e where e.transaction_id = t.id and e.account = 'platform_fees' and e.currency = own.currency) fee;

alter table balance_days
  add column line_count integer not null default 0,
  add column fee_minor bigint not null default 0,
  add column charged_minor bigint not null default 0,
  add column charged_fee_minor bigint not null default 0,
  add column paid_out_minor bigint not null default 0;

-- What is counted from here on is counted with them; 0431 adds them for what was counted before.
create table balance_days_to_fill (position bigint not null, until bigint not null);
insert into balance_days_to_fill select 0, position from balances_counted for update;

create or replace function balances_count(most integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  counted bigint;
  reached bigint;
begin
  select position into counted from balances_counted for update skip locked;
  if not found then return 0; end if;
  select max(position) into reached
    from (select position from ledger_chain where position > counted order by position limit most) next;
  if reached is null then return 0; end if;
  -- Each booking by its key: as joins they would read the whole ledger.
  with booked as materialized (
    select transaction_id from ledger_chain where position > counted order by position limit most
  ), days as (
    insert into balance_days as d (creator_id, currency, day, amount_minor, line_count, fee_minor, charged_minor,
        charged_fee_minor, paid_out_minor)
    select m.creator_id, m.currency, (m.occurred_at at time zone 'UTC')::date, sum(m.amount_minor), sum(m.line_count),
      sum(m.fee_minor), sum(m.charged_minor), sum(m.charged_fee_minor), sum(m.paid_out_minor)
    from booked b cross join lateral (select * from balance_moves where transaction_id = b.transaction_id offset 0) m
    group by 1, 2, 3
    on conflict (creator_id, currency, day) do update set amount_minor = d.amount_minor + excluded.amount_minor,
      line_count = d.line_count + excluded.line_count, fee_minor = d.fee_minor + excluded.fee_minor,
      charged_minor = d.charged_minor + excluded.charged_minor,
      charged_fee_minor = d.charged_fee_minor + excluded.charged_fee_minor,
      paid_out_minor = d.paid_out_minor + excluded.paid_out_minor
  )
  insert into balance_totals as b (account, currency, amount_minor)
    select e.account, e.currency, sum(e.amount_minor)
    from booked b cross join lateral (select account, currency, amount_minor from ledger_entries
      where transaction_id = b.transaction_id offset 0) e
    group by 1, 2
    on conflict (account, currency) do update set amount_minor = b.amount_minor + excluded.amount_minor;
  update balances_counted set position = reached;
  return reached - counted;
end $$;
