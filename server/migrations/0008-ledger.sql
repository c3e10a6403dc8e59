-- Double entry. A transaction is written once, whole and balanced, and never changes; a correction is another one.
create table ledger_transactions (
  id uuid primary key,
  -- What it books, once: `charge:<payment id>`, `refund:<refund id>`, `payout:<id>`.
  reference text not null unique,
  occurred_at timestamptz not null,
  -- Which database transaction wrote it: entries may only be added in that one.
  written_by xid8 not null default pg_current_xact_id(),
  -- What a transaction takes back, by its reference: a refund of a charge that is still pending lessens what is pending.
  takes_back text,
  -- What a charge bought is sealed with it: the days and terms that decide when the money is a creator's, and what its member has.
  -- null: it was booked before this, or is no charge.
  purchase text,
  -- A month of a statement is found by its bookings' ids (UUID version 7), so each has to begin with its moment, in milliseconds.
  constraint ledger_transactions_id_has_its_moment check (
  ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint = (extract(epoch from occurred_at) * 1000)::bigint)
);
create index ledger_transactions_takes_back on ledger_transactions (takes_back) where takes_back is not null;

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
-- with its moment: a month of them without the others.
create index ledger_entries_of_balance on ledger_entries (creator_id, currency, transaction_id)
  where account = 'creator_balance';

-- Every transaction is sealed when it commits: its hash covers what it says and the hash before it, so whoever changes,
-- removes or slips in one, behind the triggers' back, breaks every seal that follows.
create table ledger_chain (
  -- 1, 2, 3 …: the order of commits.
  position bigint primary key,
  transaction_id uuid not null unique,
  -- Entries after this one were not there when it was sealed.
  last_entry_id bigint not null,
  previous_hash bytea not null,
  hash bytea not null
);

-- What the nightly proof found; a row without problems says that it was made.
create table ledger_proofs (
  id uuid primary key,
  proved_at timestamptz not null,
  transaction_count bigint not null,
  problems jsonb not null
);

-- The newest seal of a day as it was told to the operator, so that a chain written anew does not match what they have.
create table published_seals (
  day date primary key,
  position bigint not null,
  hash bytea not null,
  published_at timestamptz not null
);

-- Committed, and not sealed yet.
create table ledger_unsealed (
  place bigint generated always as identity primary key,
  transaction_id uuid not null,
  -- By the database's clock, which nobody moves.
  since timestamptz not null default clock_timestamp()
);
create index ledger_unsealed_transaction on ledger_unsealed (transaction_id);

-- What a creator's balance moved on a day in UTC, so that a balance is a few rows and not a life of entries; and what each
-- account holds in all. Both are counted along the chain of seals, each booking once, up to `position`. What came after is
-- added from the entries themselves.
create table balance_days (
  creator_id uuid not null references creators,
  currency text not null,
  day date not null,
  amount_minor bigint not null,
  line_count integer not null default 0,
  fee_minor bigint not null default 0,
  charged_minor bigint not null default 0,
  charged_fee_minor bigint not null default 0,
  paid_out_minor bigint not null default 0,
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

-- How far the ledger is proved, night by night; once a week it begins anew. What was proved is summed up, so that the sums
-- of all days can be compared with the entries themselves.
create table ledger_proved (
  is_one boolean primary key default true check (is_one),
  position bigint not null default 0,
  -- The seal at that place: a chain that was written anew since has another one.
  hash bytea,
  begun_at timestamptz,
  -- Found since the last proof was noted.
  problems jsonb not null default '[]'
);
insert into ledger_proved default values;

create table ledger_proved_sums (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (account, currency)
);

-- What each booking moved of each balance, and its fee. All entries of a booking are read by its id, and those of a balance
-- chosen among them: named in the condition, the account allowed an index that begins with the page, and the planner, while it
-- knew little of the table, looked through all pages for each booking.
create view balance_moves as
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
create trigger ledger_chain_append_only before update or delete on ledger_chain
  for each row execute function ledger_refuse_change();
create trigger ledger_chain_no_truncate before truncate on ledger_chain
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

-- The entries of a booking add up to nothing in each currency.
create function ledger_check_balance() returns trigger language plpgsql as $$
declare
  -- null: there are no entries.
  is_balanced boolean;
begin
  select bool_and(total_minor = 0) into is_balanced from (
    select sum(amount_minor) as total_minor from ledger_entries where transaction_id = new.id group by currency) totals;
  if is_balanced is null then
    raise exception 'ledger transaction % has no entries', new.reference using errcode = 'check_violation';
  elsif not is_balanced then
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

-- What is sealed of a transaction: one line for itself, one for each entry in the order they were written.
create function ledger_canonical(wanted uuid) returns text language sql stable as $$
  select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
    || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || coalesce('|' || t.purchase, '')
    || coalesce((
      select string_agg(E'\n' || e.id || '|' || e.account || '|' || coalesce(e.creator_id::text, '') || '|'
        || e.currency || '|' || e.amount_minor, '' order by e.id)
      from ledger_entries e where e.transaction_id = t.id), '')
  from ledger_transactions t where t.id = wanted
$$;

create function ledger_seal(sealed uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  last_position bigint;
  last_hash bytea;
begin
  -- Held to the end of the commit, which is near: the seals follow each other in the order of commits.
  perform pg_advisory_xact_lock(hashtext('cheers ledger chain'));
  select position, hash into last_position, last_hash from ledger_chain order by position desc limit 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  insert into ledger_chain (position, transaction_id, last_entry_id, previous_hash, hash)
  values (coalesce(last_position, 0) + 1, sealed,
    (select max(id) from ledger_entries where transaction_id = sealed), last_hash,
    sha256(last_hash || convert_to(ledger_canonical(sealed), 'UTF8')));
end $$;

create function ledger_seal_new() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into ledger_unsealed (transaction_id) values (new.id);
  else
    perform ledger_seal(new.id);
  end if;
  return null;
end $$;
-- Named to come after the checks of the balance.
create constraint trigger ledger_transactions_seal after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_seal_new();

-- For whoever seals early (set constraints … immediate) and adds a balanced pair after it.
create function ledger_check_sealed() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_chain where transaction_id = new.transaction_id and last_entry_id < new.id
  ) then
    raise exception 'ledger transaction % is sealed', new.transaction_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_sealed after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_sealed();

create function published_seals_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published seal stays: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger published_seals_append_only before update or delete on published_seals
  for each row execute function published_seals_refuse_change();
create trigger published_seals_no_truncate before truncate on published_seals
  for each statement execute function published_seals_refuse_change();

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

-- Where the chain does not hold, in SQL alone; empty when it does.
create function ledger_breaks() returns table (transaction_id uuid, problem text) language sql stable as $$
  select t.id, 'is not sealed' from ledger_transactions t
    where not exists (select from ledger_chain c where c.transaction_id = t.id)
  union all
  select b.transaction_id, b.problem from ledger_seal_breaks(
    (select min(position) from ledger_chain), (select max(position) from ledger_chain)) b
$$;

-- Seals at most so many of those that wait, in the order they were written, and answers how many it was. Only what is
-- committed is seen, and only one seals at a time, so the chain has no gaps, however late a commit comes. What was
-- removed or sealed before its turn keeps waiting, and is found by that.
create function ledger_seal_waiting(most integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  last_position bigint;
  last_hash bytea;
  link record;
  places bigint[] := '{}';
  ids uuid[] := '{}';
  last_entries bigint[] := '{}';
  before_hashes bytea[] := '{}';
  hashes bytea[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtext('cheers ledger chain')) then return 0; end if;
  select position, hash into last_position, last_hash from ledger_chain order by position desc limit 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  for link in
    -- What `ledger_canonical` says, without a call for each. Lookups row by row: joins would read the whole ledger.
    select u.place, u.transaction_id, booked.head || lines.text as text, lines.last_entry_id
    from ledger_unsealed u
      cross join lateral (select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
          || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || coalesce('|' || t.purchase, '') as head
        from ledger_transactions t where t.id = u.transaction_id offset 0) booked
      cross join lateral (select max(e.id) as last_entry_id, string_agg(E'\n' || e.id || '|' || e.account || '|'
          || coalesce(e.creator_id::text, '') || '|' || e.currency || '|' || e.amount_minor, '' order by e.id) as text
        from ledger_entries e where e.transaction_id = u.transaction_id) lines
    where lines.last_entry_id is not null
      and (select c.position from ledger_chain c where c.transaction_id = u.transaction_id) is null
    order by u.place limit most
  loop
    places := places || link.place;
    ids := ids || link.transaction_id;
    last_entries := last_entries || link.last_entry_id;
    before_hashes := before_hashes || last_hash;
    last_hash := sha256(last_hash || convert_to(link.text, 'UTF8'));
    hashes := hashes || last_hash;
  end loop;
  insert into ledger_chain (position, transaction_id, last_entry_id, previous_hash, hash)
    select coalesce(last_position, 0) + given.number, given.id, given.last_entry_id, given.before_hash, given.hash
    from unnest(ids, last_entries, before_hashes, hashes)
      with ordinality given (id, last_entry_id, before_hash, hash, number);
  delete from ledger_unsealed where place = any (places);
  return cardinality(places);
end $$;

-- Each statement sees what was sealed until then: what was sealed after the first one looked how far to count is for the next
-- time. Before, it was counted in both.
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
