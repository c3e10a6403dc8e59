-- Outside a transaction: counts the posts of each page, in batches that commit. A page's row is locked before its posts are
-- counted: whoever is just committing has written it first, and is seen.
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    select array_agg(id order by id) into batch
      from (select id from creators where id > last order by id limit 500) following;
    exit when batch is null;
    insert into own_post_counts (creator_id) select unnest(batch) on conflict do nothing;
    perform from own_post_counts where creator_id = any(batch) order by creator_id for update;
    update own_post_counts kept set draft = counted.draft, scheduled = counted.scheduled,
        published = counted.published, hidden = counted.hidden, is_counted = true
      from (select page.id, count(*) filter (where p.state = 'draft') as draft,
          count(*) filter (where p.state = 'scheduled') as scheduled,
          count(*) filter (where p.state = 'published') as published,
          count(*) filter (where p.state = 'hidden') as hidden
        from unnest(batch) page (id) left join posts p on p.creator_id = page.id and p.deleted_at is null
        group by page.id) counted
      where kept.creator_id = counted.id and not kept.is_counted;
    last := batch[cardinality(batch)];
    commit;
  end loop;
end $$;
