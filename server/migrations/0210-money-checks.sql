-- "Is the money right?": what the checks found, and how far their walks through the books have come.

-- Where the chain of seals does not hold between two positions; the whole chain is proved with the same rule.
create function ledger_seal_breaks(first_position bigint, last_position bigint)
  returns table (at_position bigint, transaction_id uuid, problem text) language sql stable as $$
  select c.position, c.transaction_id, 'does not match its seal' from ledger_chain c
    where c.position between first_position and last_position
      and c.hash is distinct from sha256(c.previous_hash || convert_to(ledger_canonical(c.transaction_id), 'UTF8'))
  union all
  select c.position, c.transaction_id, 'does not follow the one before'
    from ledger_chain c left join ledger_chain b on b.position = c.position - 1
    where c.position between first_position and last_position and c.previous_hash is distinct from
      case when c.position = 1 then decode(repeat('00', 32), 'hex') else b.hash end
$$;

create or replace function ledger_breaks() returns table (transaction_id uuid, problem text) language sql stable as $$
  select t.id, 'is not sealed' from ledger_transactions t
    where not exists (select from ledger_chain c where c.transaction_id = t.id)
  union all
  select b.transaction_id, b.problem from ledger_seal_breaks(
    (select min(position) from ledger_chain), (select max(position) from ledger_chain)) b
$$;

-- A walk goes through one table in the order of its keys, some thousands of rows at a time, and begins again at its end.
create table money_walks (
  walk text primary key,
  -- The last key that was looked at; '' at the beginning.
  cursor text not null,
  walked_at timestamptz not null,
  -- When it last came to its end: everything that was there then has been looked at.
  swept_at timestamptz
);

-- What is wrong at this moment. A row is deleted once a later look finds it right.
create table money_findings (
  check_name text not null,
  walk text not null,
  key text not null,
  problem text not null,
  -- '' where there is no amount.
  currency text not null,
  difference_minor bigint not null,
  -- As people name it: a reference of the ledger, the provider's id, a number.
  subject text not null,
  -- What to open to see it.
  place_id text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (walk, key, check_name, problem, currency)
);
create index money_findings_check on money_findings (check_name, found_at, key);

