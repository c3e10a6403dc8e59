-- A commit that seals its transaction and draws a receipt's number holds two locks until it is on the disk, so charges
-- follow each other one by one. Who says `cheers.in_batches` in its transaction only leaves a row behind: a second later
-- seals and numbers are given to all that were committed by then. Who doesn't (the release before, a hand at a prompt)
-- is sealed and numbered in the commit, as ever.

-- Committed, and not sealed yet.
create table ledger_unsealed (
  place bigint generated always as identity primary key,
  transaction_id uuid not null,
  -- By the database's clock, which nobody moves.
  since timestamptz not null default clock_timestamp()
);
create index ledger_unsealed_transaction on ledger_unsealed (transaction_id);

-- Paid, and without a number yet.
create table receipts_waiting (
  place bigint generated always as identity primary key,
  payment_id uuid not null,
  since timestamptz not null default clock_timestamp()
);
create index receipts_waiting_payment on receipts_waiting (payment_id);

create or replace function ledger_seal_new() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into ledger_unsealed (transaction_id) values (new.id);
  else
    perform ledger_seal(new.id);
  end if;
  return null;
end $$;

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
          || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as head
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

-- A financial year is kept as both its years; India's begins at midnight there.
create function receipts_year_of(moment timestamptz, is_indian boolean) returns integer language sql stable as $$
  select case when is_indian
    then extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer * 100
      + (extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1) % 100
    else extract(year from moment at time zone 'UTC')::integer end
$$;

create or replace function receipts_issue() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  issued_in integer;
  drawn integer;
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into receipts_waiting (payment_id) values (new.id);
    return null;
  end if;
  issued_in := receipts_year_of(new.created_at, (select year_kind = 'indian' from receipt_settings));
  insert into receipt_counters (year, last_number) values (issued_in, 1)
    on conflict (year) do update set last_number = receipt_counters.last_number + 1
    returning last_number into drawn;
  insert into receipts (payment_id, year, number, issued_at) values (new.id, issued_in, drawn, new.created_at);
  return null;
end $$;

-- Counters go up by one, from one, or to the last number of a batch that was given out.
create or replace function money_count_up() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last_number <> 1)
    or (tg_op = 'UPDATE' and (new.year <> old.year or new.last_number <= old.last_number
      or (new.last_number <> old.last_number + 1 and not exists (
        select from receipts r where r.year = new.year and r.number = new.last_number)))) then
    raise exception 'numbers of receipts are drawn one after the other' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Numbers at most so many payments that wait, in the order they came, and answers how many it was. `is_urgent`: waits
-- for whoever is doing it now; otherwise that one does it.
create function receipts_issue_waiting(most integer, is_urgent boolean) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  is_indian boolean := (select year_kind = 'indian' from receipt_settings);
  of_year record;
  known integer;
  given_out integer := 0;
begin
  if is_urgent then
    perform pg_advisory_xact_lock(hashtext('cheers receipts'));
  elsif not pg_try_advisory_xact_lock(hashtext('cheers receipts')) then
    return 0;
  end if;
  for of_year in
    select issued_in, array_agg(id order by place) as ids, array_agg(place) as places,
      array_agg(created_at order by place) as moments
    from (
      select w.place, p.id, p.created_at, receipts_year_of(p.created_at, is_indian) as issued_in
      from receipts_waiting w
        cross join lateral (select id, created_at from payments where id = w.payment_id offset 0) p
      where (select r.number from receipts r where r.payment_id = w.payment_id) is null
      order by w.place limit most
    ) waiting group by issued_in order by issued_in
  loop
    insert into receipt_counters (year, last_number) values (of_year.issued_in, 1) on conflict do nothing;
    if found then
      known := 0;
    else
      select last_number into known from receipt_counters where year = of_year.issued_in for update;
    end if;
    insert into receipts (payment_id, year, number, issued_at)
      select given.id, of_year.issued_in, known + given.number, given.moment
      from unnest(of_year.ids, of_year.moments) with ordinality given (id, moment, number);
    update receipt_counters set last_number = known + cardinality(of_year.ids)
      where year = of_year.issued_in and last_number <> known + cardinality(of_year.ids);
    delete from receipts_waiting where place = any (of_year.places);
    given_out := given_out + cardinality(of_year.ids);
  end loop;
  return given_out;
end $$;

-- Queues jobs as `graphile_worker.add_jobs` does, without its notification: that takes a lock which every commit with one
-- waits for, until it is on the disk. Whoever queues tells the workers after the commit. Only for jobs without keys.
create function queue_jobs(names text[], attempts smallint[], payloads text[], named_queue text, delay interval,
  precedence integer) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_tasks (identifier)
    select distinct name from unnest(names) name
    where not exists (select from graphile_worker._private_tasks known where known.identifier = name)
    on conflict do nothing;
  insert into graphile_worker._private_job_queues (queue_name)
    select named_queue where named_queue is not null
      and not exists (select from graphile_worker._private_job_queues known where known.queue_name = named_queue)
    on conflict do nothing;
  insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, priority)
    select (select id from graphile_worker._private_job_queues known where known.queue_name = named_queue), task.id,
      given.payload::json, now() + delay, given.attempts, precedence
    from unnest(names, attempts, payloads) with ordinality given (name, attempts, payload, place)
      join graphile_worker._private_tasks task on task.identifier = given.name
    order by given.place;
end $$;
