-- Members and payers are counted once for each statement that changes memberships, as posts and followers are (0410, 0446): counted
-- row by row, each member of a statement read what the ones before had left of the count.
drop trigger member_counts_inserted on subscriptions;
drop trigger member_counts_deleted on subscriptions;
drop trigger member_counts_changed on subscriptions;
drop trigger payer_counts_inserted on subscriptions;
drop trigger payer_counts_deleted on subscriptions;
drop trigger payer_counts_changed on subscriptions;

-- A renewal changes neither sum, and writes nothing.
create or replace function member_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, count(*)) from new_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  elsif tg_op = 'DELETE' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, -count(*)) from old_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  else
    perform member_counts_add(creator_id, status, cancel_at_period_end, sum(one)::bigint) from (
      select creator_id, status, cancel_at_period_end, 1 as one from new_memberships
        where access_until is not null and not has_newer
      union all
      select creator_id, status, cancel_at_period_end, -1 from old_memberships
        where access_until is not null and not has_newer) changed
      group by creator_id, status, cancel_at_period_end having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger member_counts_inserted after insert on subscriptions referencing new table as new_memberships
  for each statement execute function member_counts_keep();
create trigger member_counts_deleted after delete on subscriptions referencing old table as old_memberships
  for each statement execute function member_counts_keep();
create trigger member_counts_changed after update on subscriptions
  referencing old table as old_memberships new table as new_memberships
  for each statement execute function member_counts_keep();

create or replace function payer_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform payer_counts_add(creator_id, plan_id, count(*)) from new_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  elsif tg_op = 'DELETE' then
    perform payer_counts_add(creator_id, plan_id, -count(*)) from old_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  else
    perform payer_counts_add(creator_id, plan_id, sum(one)::bigint) from (
      select creator_id, plan_id, 1 as one from new_memberships where status in ('active', 'past_due')
      union all
      select creator_id, plan_id, -1 from old_memberships where status in ('active', 'past_due')) changed
      group by creator_id, plan_id having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger payer_counts_inserted after insert on subscriptions referencing new table as new_memberships
  for each statement execute function payer_counts_keep();
create trigger payer_counts_deleted after delete on subscriptions referencing old table as old_memberships
  for each statement execute function payer_counts_keep();
create trigger payer_counts_changed after update on subscriptions
  referencing old table as old_memberships new table as new_memberships
  for each statement execute function payer_counts_keep();

-- Looks among the member's memberships: while the table was small, the index of the page's members had seemed as good, and stayed
-- in use while the page grew.
create or replace function keep_earlier_memberships() returns trigger language plpgsql as $$
begin
  if exists (select from (select id, creator_id from subscriptions where member_id = new.member_id offset 0) theirs
      where theirs.creator_id = new.creator_id and theirs.id <> new.id) then
    perform mark_earlier_memberships(new.member_id, new.creator_id);
  end if;
  return null;
end $$;
