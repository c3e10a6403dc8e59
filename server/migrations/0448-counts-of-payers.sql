-- How many pay for each plan, as `member_counts` has it for pages: rows alike add up.
create table payer_counts (
  creator_id uuid not null,
  plan_id uuid not null,
  payers bigint not null
);
create index payer_counts_of_plan on payer_counts (plan_id) include (payers);

create function payer_counts_add(page uuid, paid_plan uuid, added bigint) returns void language sql as $$
  with taken as (
    delete from payer_counts where ctid = any(array(
      select ctid from payer_counts c where c.plan_id = paid_plan for update skip locked))
    returning payers
  )
  insert into payer_counts (creator_id, plan_id, payers)
    select page, paid_plan, added + coalesce(sum(payers), 0) from taken
    having added + coalesce(sum(payers), 0) <> 0
$$;

create function payer_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('active', 'past_due') then
    perform payer_counts_add(old.creator_id, old.plan_id, -1);
  end if;
  if tg_op <> 'DELETE' and new.status in ('active', 'past_due') then
    perform payer_counts_add(new.creator_id, new.plan_id, 1);
  end if;
  return null;
end $$;
create trigger payer_counts_inserted after insert on subscriptions
  for each row when (new.status in ('active', 'past_due')) execute function payer_counts_keep();
create trigger payer_counts_deleted after delete on subscriptions
  for each row when (old.status in ('active', 'past_due')) execute function payer_counts_keep();
create trigger payer_counts_changed after update on subscriptions
  for each row when ((old.status in ('active', 'past_due')) <> (new.status in ('active', 'past_due'))
    or old.plan_id <> new.plan_id)
  execute function payer_counts_keep();
