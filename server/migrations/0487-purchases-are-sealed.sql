-- What a charge bought is sealed with it: the days and terms that decide when the money is a creator's, and what its member has.
-- null: it was booked before this, or is no charge.
alter table ledger_transactions add column purchase text;

create or replace function ledger_canonical(wanted uuid) returns text language sql stable as $$
  select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
    || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || coalesce('|' || t.purchase, '')
    || coalesce((
      select string_agg(E'\n' || e.id || '|' || e.account || '|' || coalesce(e.creator_id::text, '') || '|'
        || e.currency || '|' || e.amount_minor, '' order by e.id)
      from ledger_entries e where e.transaction_id = t.id), '')
  from ledger_transactions t where t.id = wanted
$$;

create or replace function ledger_seal_waiting(most integer) returns integer language plpgsql
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

-- As it is sealed. Moments in milliseconds, which is what they are written with.
create function payment_purchase(p payments) returns text language sql stable as $$
  select concat_ws(' ', p.kind, p.subscription_id, p.member_id, p.plan_id, p.plan_version_id, p.interval,
    to_char(p.period_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    to_char(p.period_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p.carried_cents)
$$;
