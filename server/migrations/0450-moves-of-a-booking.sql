-- As in 0430, but all entries of a booking are read by its id, and those of a balance chosen among them. Named in the condition, the
-- account allowed an index that begins with the page: while the planner knew little of the table, it looked through all
-- pages in it for each booking.
create or replace view balance_moves as
  select t.id as transaction_id, t.occurred_at, own.creator_id, own.currency, own.amount_minor, own.line_count, fee.minor as fee_minor,
    case when t.reference like 'charge:%' then own.amount_minor else 0 end as charged_minor,
    case when t.reference like 'charge:%' then fee.minor else 0 end as charged_fee_minor,
    case when t.reference ~ '^payout(-failed|-reversed)?:' then own.amount_minor else 0 end as paid_out_minor
  from ledger_transactions t
    cross join lateral (select e.creator_id, e.currency,
        sum(e.amount_minor) filter (where e.account = 'creator_balance')::bigint as amount_minor,
        count(*) filter (where e.account = 'creator_balance')::integer as line_count
      from ledger_entries e where e.transaction_id = t.id group by 1, 2
      having bool_or(e.account = 'creator_balance')) own
    cross join lateral (select coalesce(sum(e.amount_minor), 0)::bigint as minor
      from ledger_entries e where e.transaction_id = t.id and e.account = 'platform_fees' and e.currency = own.currency) fee;
