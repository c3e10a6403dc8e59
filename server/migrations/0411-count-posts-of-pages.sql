-- Outside a transaction, in batches: what was there before. Posts and what is counted of them are read once and at one
-- moment, so nothing that is published meanwhile is counted twice, and a second run adds nothing; no row of theirs is locked.
do $$
declare
  done uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select creator_id, audience_id, state, is_out, sum(posts) from (
      select creator_id, audience_id, state, post_is_published(p) as is_out, count(*) as posts from posts p
        where deleted_at is null group by 1, 2, 3, 4
      union all
      select creator_id, audience_id, state, is_out, -posts from post_counts) pages
    group by creator_id, audience_id, state, is_out having sum(posts) <> 0;
  commit;
  loop
    select id into last from (select id from refunds where id > done order by id limit 1000) batch
      order by id desc limit 1;
    exit when last is null;
    update refunds r set creator_id = p.creator_id from payments p
      where r.id > done and r.id <= last and r.creator_id is null and p.id = r.payment_id;
    commit;
    done := last;
  end loop;
end $$
