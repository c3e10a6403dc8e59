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

-- What is sealed of a transaction: one line for itself, one for each entry in the order they were written.
create function ledger_canonical(wanted uuid) returns text language sql stable as $$
  select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
    || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    || coalesce((
      select string_agg(E'\n' || e.id || '|' || e.account || '|' || coalesce(e.creator_id::text, '') || '|'
        || e.currency || '|' || e.amount_minor, '' order by e.id)
      from ledger_entries e where e.transaction_id = t.id), '')
  from ledger_transactions t where t.id = wanted
$$;

create function ledger_seal(sealed uuid) returns void language plpgsql as $$
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

create function ledger_seal_new() returns trigger language plpgsql as $$
begin
  perform ledger_seal(new.id);
  return null;
end $$;

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

do $$
declare sealed uuid;
begin
  for sealed in select id from ledger_transactions order by id loop
    perform ledger_seal(sealed);
  end loop;
end $$;

-- Named to come after the checks of the balance.
create constraint trigger ledger_transactions_seal after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_seal_new();
create constraint trigger ledger_entries_sealed after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_sealed();
create trigger ledger_chain_append_only before update or delete on ledger_chain
  for each row execute function ledger_refuse_change();
create trigger ledger_chain_no_truncate before truncate on ledger_chain
  for each statement execute function ledger_refuse_change();

-- Where the chain does not hold, in SQL alone; empty when it does.
create function ledger_breaks() returns table (transaction_id uuid, problem text) language sql stable as $$
  select t.id, 'is not sealed' from ledger_transactions t
    where not exists (select from ledger_chain c where c.transaction_id = t.id)
  union all
  select c.transaction_id, 'does not match its seal' from ledger_chain c
    where c.hash is distinct from sha256(c.previous_hash || convert_to(ledger_canonical(c.transaction_id), 'UTF8'))
  union all
  select linked.transaction_id, 'does not follow the one before' from (
    select c.transaction_id, c.position, c.previous_hash, row_number() over (order by position) as expected,
      coalesce(lag(hash) over (order by position), decode(repeat('00', 32), 'hex')) as before from ledger_chain c
  ) linked where linked.position <> linked.expected or linked.previous_hash <> linked.before
$$;

-- What the nightly proof found; a row without problems says that it was made.
create table ledger_proofs (
  id uuid primary key,
  proved_at timestamptz not null,
  transaction_count bigint not null,
  problems jsonb not null
);
