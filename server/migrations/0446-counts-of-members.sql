-- How many members a page has of each status that tells their states apart, and how many followers: rows alike add up, as in
-- `post_counts`, so that nobody who joins or follows waits for another. They refer to nothing, since that would lock the page.
create table member_counts (
  creator_id uuid not null,
  status text not null
    check (status in ('pending', 'active', 'past_due', 'paused', 'canceled', 'expired', 'failed')),
  cancel_at_period_end boolean not null,
  members bigint not null
);
create index member_counts_of_page on member_counts (creator_id, status, cancel_at_period_end) include (members);
create table follower_counts (
  creator_id uuid not null,
  followers bigint not null
);
create index follower_counts_of_page on follower_counts (creator_id) include (followers);

-- Both take the rows that nobody else holds together in one.
create function member_counts_add(page uuid, as_status text, as_ending boolean, added bigint) returns void
language sql as $$
  with taken as (
    delete from member_counts where ctid = any(array(
      select ctid from member_counts c where c.creator_id = page and c.status = as_status
        and c.cancel_at_period_end = as_ending for update skip locked))
    returning members
  )
  insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select page, as_status, as_ending, added + coalesce(sum(members), 0) from taken
    having added + coalesce(sum(members), 0) <> 0
$$;
create function follower_counts_add(page uuid, added bigint) returns void language sql as $$
  with taken as (
    delete from follower_counts where ctid = any(array(
      select ctid from follower_counts c where c.creator_id = page for update skip locked))
    returning followers
  )
  insert into follower_counts (creator_id, followers)
    select page, added + coalesce(sum(followers), 0) from taken
    having added + coalesce(sum(followers), 0) <> 0
$$;

-- Row by row, and only for what changes a count: a renewal moves the end of the paid time, and costs nothing here.
create function member_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.access_until is not null and not old.has_newer then
    perform member_counts_add(old.creator_id, old.status, old.cancel_at_period_end, -1);
  end if;
  if tg_op <> 'DELETE' and new.access_until is not null and not new.has_newer then
    perform member_counts_add(new.creator_id, new.status, new.cancel_at_period_end, 1);
  end if;
  return null;
end $$;
create trigger member_counts_inserted after insert on subscriptions
  for each row when (new.access_until is not null and not new.has_newer) execute function member_counts_keep();
create trigger member_counts_deleted after delete on subscriptions
  for each row when (old.access_until is not null and not old.has_newer) execute function member_counts_keep();
create trigger member_counts_changed after update on subscriptions
  for each row when (old.status <> new.status or old.cancel_at_period_end <> new.cancel_at_period_end
    or old.has_newer <> new.has_newer or (old.access_until is null) <> (new.access_until is null)
    or old.creator_id <> new.creator_id)
  execute function member_counts_keep();

-- A page that closes, or an account, takes many at once.
create function follower_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform follower_counts_add(creator_id, count(*)) from new_follows group by creator_id;
  else
    perform follower_counts_add(creator_id, -count(*)) from old_follows group by creator_id;
  end if;
  return null;
end $$;
create trigger follower_counts_inserted after insert on follows referencing new table as new_follows
  for each statement execute function follower_counts_keep();
create trigger follower_counts_deleted after delete on follows referencing old table as old_follows
  for each statement execute function follower_counts_keep();
