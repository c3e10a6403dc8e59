-- Outside a transaction: balances in which bookings were counted twice before 0444 are counted again. A booking counted twice shows in
-- the sum or the lines of its day. Creators in batches that commit; begun again, it finds nothing to do where it was.
do $$
declare
  batch uuid[];
  after uuid := '00000000-0000-0000-0000-000000000000';
  began timestamptz;
begin
  loop
    began := clock_timestamp();
    select array_agg(id order by id) into batch
      from (select id from creators where id > after order by id limit 200) next;
    exit when batch is null;
    after := batch[cardinality(batch)];
    -- Nobody counts meanwhile, so how far they are counted stays.
    perform from balances_counted for update;
    with late as materialized (
      select transaction_id from ledger_chain where position > (select position from balances_counted)
      union all select transaction_id from ledger_unsealed
    ), booked as (
      select e.creator_id, e.currency, (t.occurred_at at time zone 'UTC')::date as day, sum(e.amount_minor) as amount_minor,
        count(*) as line_count
      from unnest(batch) as of_batch(creator_id)
        cross join lateral (select x.* from ledger_entries x
          where x.creator_id = of_batch.creator_id and x.account = 'creator_balance' offset 0) e
        cross join lateral (select x.occurred_at from ledger_transactions x where x.id = e.transaction_id offset 0) t
      where e.transaction_id not in (select transaction_id from late)
      group by 1, 2, 3
    ), wrong as materialized (
      select creator_id, currency, day
      from booked full join (select * from balance_days where creator_id = any (batch)) d using (creator_id, currency, day)
      where (coalesce(booked.amount_minor, 0), coalesce(booked.line_count, 0))
        <> (coalesce(d.amount_minor, 0), coalesce(d.line_count, 0))
    ), again as (
      select w.creator_id, w.currency, (m.occurred_at at time zone 'UTC')::date as day, sum(m.amount_minor) as amount_minor,
        sum(m.line_count) as line_count, sum(m.fee_minor) as fee_minor, sum(m.charged_minor) as charged_minor,
        sum(m.charged_fee_minor) as charged_fee_minor, sum(m.paid_out_minor) as paid_out_minor
      from (select distinct creator_id, currency from wrong) w
        cross join lateral (select distinct x.transaction_id from ledger_entries x
          where x.creator_id = w.creator_id and x.currency = w.currency and x.account = 'creator_balance' offset 0) own
        cross join lateral (select * from balance_moves where transaction_id = own.transaction_id offset 0) m
      where own.transaction_id not in (select transaction_id from late)
        and (m.creator_id, m.currency) = (w.creator_id, w.currency)
      group by 1, 2, 3
    )
    insert into balance_days (creator_id, currency, day, amount_minor, line_count, fee_minor, charged_minor, charged_fee_minor,
        paid_out_minor)
      select creator_id, currency, day, coalesce(amount_minor, 0), coalesce(line_count, 0), coalesce(fee_minor, 0),
        coalesce(charged_minor, 0), coalesce(charged_fee_minor, 0), coalesce(paid_out_minor, 0)
      from wrong left join again using (creator_id, currency, day)
      on conflict (creator_id, currency, day) do update set amount_minor = excluded.amount_minor,
        line_count = excluded.line_count, fee_minor = excluded.fee_minor, charged_minor = excluded.charged_minor,
        charged_fee_minor = excluded.charged_fee_minor, paid_out_minor = excluded.paid_out_minor;
    commit;
    -- Three times as long as it worked: at most a quarter of a processor is theirs.
    perform pg_sleep(3 * extract(epoch from clock_timestamp() - began));
  end loop;
  -- Totals are of all bookings, also of those that move no balance: all entries are read once more, by one process.
  perform from balances_counted for update;
  with late as materialized (
    select transaction_id from ledger_chain where position > (select position from balances_counted)
    union all select transaction_id from ledger_unsealed
  ), booked as (
    select account, currency, sum(minor) as minor from (
      select account, currency, amount_minor as minor from ledger_entries
      union all select e.account, e.currency, -e.amount_minor
      from late cross join lateral (select * from ledger_entries where transaction_id = late.transaction_id offset 0) e) moved
    group by 1, 2
  )
  update balance_totals b set amount_minor = booked.minor from booked
    where (booked.account, booked.currency) = (b.account, b.currency) and b.amount_minor <> booked.minor;
end $$;
