-- Each statement sees what was sealed until then: what was sealed after the first one looked how far to count is for the next
-- time. Before, it was counted in both.
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
    select transaction_id from ledger_chain where position > counted and position <= reached
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
