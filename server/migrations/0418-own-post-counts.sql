-- How many posts of each state a page has, for its creator's list.
create table own_post_counts (
  creator_id uuid primary key references creators on delete cascade,
  draft integer not null default 0,
  scheduled integer not null default 0,
  published integer not null default 0,
  hidden integer not null default 0,
  -- false: only what changed since the table is there.
  is_counted boolean not null default false
) with (fillfactor = 50);

-- What a statement changed. At the end of its transaction it is added to the counts and gone: so a page's row is held no
-- longer than a commit takes, and a statement that changes very many posts changes the row once.
create table own_post_changes (
  id bigint generated always as identity primary key,
  creator_id uuid not null,
  draft integer not null,
  scheduled integer not null,
  published integer not null,
  hidden integer not null
);

create function note_own_post_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into own_post_changes (creator_id, draft, scheduled, published, hidden)
      select creator_id, count(*) filter (where state = 'draft'), count(*) filter (where state = 'scheduled'),
        count(*) filter (where state = 'published'), count(*) filter (where state = 'hidden')
      from new_posts where deleted_at is null group by creator_id;
  elsif tg_op = 'DELETE' then
    insert into own_post_changes (creator_id, draft, scheduled, published, hidden)
      select creator_id, -count(*) filter (where state = 'draft'), -count(*) filter (where state = 'scheduled'),
        -count(*) filter (where state = 'published'), -count(*) filter (where state = 'hidden')
      from old_posts where deleted_at is null group by creator_id;
  else
    insert into own_post_changes (creator_id, draft, scheduled, published, hidden)
      select * from (
        select creator_id, coalesce(sum(step) filter (where state = 'draft'), 0) as draft,
          coalesce(sum(step) filter (where state = 'scheduled'), 0) as scheduled,
          coalesce(sum(step) filter (where state = 'published'), 0) as published,
          coalesce(sum(step) filter (where state = 'hidden'), 0) as hidden
        from (select creator_id, state, -1 as step from old_posts where deleted_at is null
          union all select creator_id, state, 1 from new_posts where deleted_at is null) changed
        group by creator_id) sums
      where draft <> 0 or scheduled <> 0 or published <> 0 or hidden <> 0;
  end if;
  return null;
end $$;
create trigger note_own_posts_inserted after insert on posts referencing new table as new_posts
  for each statement execute function note_own_post_changes();
create trigger note_own_posts_updated after update on posts referencing old table as old_posts new table as new_posts
  for each statement execute function note_own_post_changes();
create trigger note_own_posts_deleted after delete on posts referencing old table as old_posts
  for each statement execute function note_own_post_changes();

create function keep_own_post_counts() returns trigger language plpgsql as $$
begin
  insert into own_post_counts as kept (creator_id, draft, scheduled, published, hidden)
    values (new.creator_id, new.draft, new.scheduled, new.published, new.hidden)
  on conflict (creator_id) do update set draft = kept.draft + excluded.draft,
    scheduled = kept.scheduled + excluded.scheduled, published = kept.published + excluded.published,
    hidden = kept.hidden + excluded.hidden;
  delete from own_post_changes where id = new.id;
  return null;
end $$;
create constraint trigger keep_own_post_counts after insert on own_post_changes
  deferrable initially deferred for each row execute function keep_own_post_counts();

-- A new page has none, so its counts begin whole.
create function begin_own_post_counts() returns trigger language plpgsql as $$
begin
  insert into own_post_counts (creator_id, is_counted) values (new.id, true) on conflict do nothing;
  return null;
end $$;
create trigger begin_own_post_counts after insert on creators for each row execute function begin_own_post_counts();
