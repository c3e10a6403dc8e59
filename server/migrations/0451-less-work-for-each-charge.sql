-- As in 0360, but without planning: a call with arrays is planned anew each time, which took most of it. Nearly all jobs are queued
-- alone or with a few others, and those are added one after another, by plans that are kept.
create or replace function queue_jobs(names text[], attempts smallint[], payloads text[], named_queue text, delay interval,
  precedence integer) returns void language plpgsql as $$
declare
  few constant integer := 4;
  queue_id integer;
  known_task integer;
begin
  if named_queue is not null then
    select id into queue_id from graphile_worker._private_job_queues where queue_name = named_queue;
    if queue_id is null then
      insert into graphile_worker._private_job_queues (queue_name) values (named_queue) on conflict do nothing;
      select id into queue_id from graphile_worker._private_job_queues where queue_name = named_queue;
    end if;
  end if;
  if cardinality(names) <= few then
    for place in 1 .. cardinality(names) loop
      select id into known_task from graphile_worker._private_tasks where identifier = names[place];
      if known_task is null then
        insert into graphile_worker._private_tasks (identifier) values (names[place]) on conflict do nothing;
        select id into known_task from graphile_worker._private_tasks where identifier = names[place];
      end if;
      insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, priority)
        values (queue_id, known_task, payloads[place]::json, now() + delay, attempts[place], precedence);
    end loop;
    return;
  end if;
  insert into graphile_worker._private_tasks (identifier)
    select distinct name from unnest(names) name
    where not exists (select from graphile_worker._private_tasks known where known.identifier = name)
    on conflict do nothing;
  insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, priority)
    select queue_id, task.id, given.payload::json, now() + delay, given.attempts, precedence
    from unnest(names, attempts, payloads) with ordinality given (name, attempts, payload, place)
      join graphile_worker._private_tasks task on task.identifier = given.name
    order by given.place;
end $$;

-- As in 0004, with one query.
create or replace function ledger_check_balance() returns trigger language plpgsql as $$
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

-- As in 0043, but for a payment that is new and of which nothing is set aside: it has no refunds, or they are of this transaction and
-- checked themselves.
create or replace function money_check_refunded() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'payments' then
    if tg_op = 'INSERT' and new.refunded_cents = 0 then return null; end if;
    checked := new.id;
  else
    checked := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = checked and p.refunded_cents <> (
      select coalesce(sum(r.amount_cents), 0) from refunds r
      where r.payment_id = p.id and r.status not in ('requested', 'declined', 'failed'))
  ) then
    raise exception 'payment % has other refunds than were set aside', checked using errcode = 'check_violation';
  end if;
  return null;
end $$;
