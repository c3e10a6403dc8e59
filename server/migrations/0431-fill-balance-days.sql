-- Outside a transaction: what earlier bookings moved is added to their days, in batches that commit. Begun again, it goes on.
-- First written as cafbab88dcd536976525ea6dc244d9442f15817d0b0156d7b38b357e5d9d2318, without rests: among five million posts it took a
-- processor for minutes, and whoever used the platform meanwhile waited.
do $$
declare
  counted bigint;
  reached bigint;
  began timestamptz;
begin
  if to_regclass('balance_days_to_fill') is null then return; end if;
  loop
    began := clock_timestamp();
    -- Nobody counts meanwhile: both write the same days.
    perform from balances_counted for update;
    select position into counted from balance_days_to_fill for update;
    select max(position) into reached from (
      select position from ledger_chain where position > counted and position <= (select until from balance_days_to_fill)
      order by position limit 10000) next;
    exit when reached is null;
    with booked as materialized (
      select transaction_id from ledger_chain where position > counted and position <= reached
    ), moved as (
      select m.creator_id, m.currency, (m.occurred_at at time zone 'UTC')::date as day, sum(m.line_count) as line_count,
        sum(m.fee_minor) as fee_minor, sum(m.charged_minor) as charged_minor, sum(m.charged_fee_minor) as charged_fee_minor,
        sum(m.paid_out_minor) as paid_out_minor
      from booked b cross join lateral (select * from balance_moves where transaction_id = b.transaction_id offset 0) m
      group by 1, 2, 3
    )
    update balance_days d set line_count = d.line_count + m.line_count, fee_minor = d.fee_minor + m.fee_minor,
      charged_minor = d.charged_minor + m.charged_minor, charged_fee_minor = d.charged_fee_minor + m.charged_fee_minor,
      paid_out_minor = d.paid_out_minor + m.paid_out_minor
    from moved m where d.creator_id = m.creator_id and d.currency = m.currency and d.day = m.day;
    update balance_days_to_fill set position = reached;
    commit;
    -- Three times as long as it worked: at most a quarter of a processor is theirs.
    perform pg_sleep(3 * extract(epoch from clock_timestamp() - began));
  end loop;
  drop table balance_days_to_fill;
end $$;
