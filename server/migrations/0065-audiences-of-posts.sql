-- Outside a transaction, in batches: readers and writers must not wait for millions of posts.
do $$
declare
  done uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  -- Planned once for all batches, before it is known how small they are.
  set enable_seqscan = off;
  set enable_nestloop = off;
  loop
    select id into last from (select id from posts where id > done order by id limit 5000) batch
      order by id desc limit 1;
    exit when last is null;
    insert into post_media (post_id, media_id, position)
      select id, media_id, 0 from posts where id > done and id <= last and media_id is not null
      on conflict do nothing;
    -- A plan is one page's alone, and no page has the id of a plan: one column tells the kinds apart.
    update posts set published_at = created_at, audience_id = a.id
      from (select coalesce(plan_id, creator_id) as kind, audience_of_plan(creator_id, plan_id) as id
        from (select distinct creator_id, plan_id from posts
          where id > done and id <= last and audience_id is null) kinds) a
      where posts.id > done and posts.id <= last and posts.audience_id is null
        and a.kind = coalesce(posts.plan_id, posts.creator_id);
    commit;
    done := last;
  end loop;
  reset enable_seqscan;
  reset enable_nestloop;
end $$
