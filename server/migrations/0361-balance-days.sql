-- What a creator's balance moved on a day in UTC, so that a balance is a few rows and not a life of entries; and what each
-- account holds in all. Both are counted along the chain of seals, each booking once, up to `position`. What came after is
-- added from the entries themselves.
create table balance_days (
  creator_id uuid not null references creators,
  currency text not null,
  day date not null,
  amount_minor bigint not null,
  primary key (creator_id, currency, day)
);
create table balance_totals (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (account, currency)
);
create table balances_counted (
  is_one boolean primary key default true check (is_one),
  position bigint not null
);

insert into balances_counted (position) values (0);

-- Counts at most so many bookings, and answers how many it was; 0 also while another node is at it.
create function balances_count(most integer) returns integer language plpgsql
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
    select e.account, e.creator_id, e.currency, t.day, e.amount_minor
    from (select transaction_id from ledger_chain where position > counted order by position limit most) c
      cross join lateral (select (occurred_at at time zone 'UTC')::date as day from ledger_transactions
        where id = c.transaction_id offset 0) t
      cross join lateral (select account, creator_id, currency, amount_minor from ledger_entries
        where transaction_id = c.transaction_id offset 0) e
  ), days as (
    insert into balance_days as d (creator_id, currency, day, amount_minor)
    select creator_id, currency, day, sum(amount_minor) from booked where account = 'creator_balance' group by 1, 2, 3
    on conflict (creator_id, currency, day) do update set amount_minor = d.amount_minor + excluded.amount_minor
  )
  insert into balance_totals as b (account, currency, amount_minor)
    select account, currency, sum(amount_minor) from booked group by 1, 2
    on conflict (account, currency) do update set amount_minor = b.amount_minor + excluded.amount_minor;
  update balances_counted set position = reached;
  return reached - counted;
end $$;
