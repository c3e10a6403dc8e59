-- How many posts a page has of each state for each audience: rows alike add up, so that nobody who publishes waits for
-- another. Refers to nothing, since that would lock the page while a post is published.
create table post_counts (
  creator_id uuid not null,
  audience_id uuid not null,
  state text not null check (state in ('draft', 'scheduled', 'published', 'hidden')),
  -- Whether they count as published: `post_is_published`.
  is_out boolean not null,
  posts bigint not null
);
create index post_counts_of_page on post_counts (creator_id, audience_id, state, is_out) include (posts);

-- Takes the rows that nobody else holds together in one.
create function post_counts_add(page uuid, audience uuid, as_state text, as_out boolean, added bigint) returns void
language sql as $$
  with taken as (
    delete from post_counts where ctid = any(array(
      select ctid from post_counts c where c.creator_id = page and c.audience_id = audience and c.state = as_state
        and c.is_out = as_out for update skip locked))
    returning posts
  )
  insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select page, audience, as_state, as_out, added + coalesce(sum(posts), 0) from taken
    having added + coalesce(sum(posts), 0) <> 0
$$;

-- Of the rows that a statement changed; deleted posts count for nothing.
create function post_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform post_counts_add(creator_id, audience_id, state, is_out, count(*)) from (
      select n.*, n.state = 'published' and not n.waits_for_media and n.withheld_at is null as is_out
        from new_posts n where n.deleted_at is null) added
      group by creator_id, audience_id, state, is_out;
  elsif tg_op = 'DELETE' then
    perform post_counts_add(creator_id, audience_id, state, is_out, -count(*)) from (
      select o.*, o.state = 'published' and not o.waits_for_media and o.withheld_at is null as is_out
        from old_posts o where o.deleted_at is null) gone
      group by creator_id, audience_id, state, is_out;
  else
    perform post_counts_add(creator_id, audience_id, state, is_out, sum(one)::bigint) from (
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null as is_out, 1 as one
        from new_posts where deleted_at is null
      union all
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null, -1
        from old_posts where deleted_at is null) changed
      group by creator_id, audience_id, state, is_out having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger post_counts_inserted after insert on posts referencing new table as new_posts
  for each statement execute function post_counts_keep();
create trigger post_counts_deleted after delete on posts referencing old table as old_posts
  for each statement execute function post_counts_keep();
create trigger post_counts_changed after update on posts referencing old table as old_posts new table as new_posts
  for each statement execute function post_counts_keep();

-- Whose supporters it concerns, as its payment says: a page's refunds are found without its payments.
alter table refunds add column creator_id uuid;
create function refunds_know_page() returns trigger language plpgsql as $$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $$;
create trigger refunds_know_page before insert on refunds for each row execute function refunds_know_page();
create trigger refunds_keep_page before update on refunds for each row execute function money_keep_filled('creator_id');

-- Any three signs in a row of a name: who has a longer part in their name has all of its threes. With no extension.
create or replace function name_threes(name text) returns text[] language sql immutable strict parallel safe
  return array(select distinct substr(lower(name), at, 3) from generate_series(1, length(lower(name)) - 2) at);
