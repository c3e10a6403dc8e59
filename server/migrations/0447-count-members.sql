-- Outside a transaction: what was there before. Both sides of each sum are read at one moment, so nothing that is written
-- meanwhile is counted twice, and a second run adds nothing; no row of theirs is locked.
do $$
begin
  insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select creator_id, status, cancel_at_period_end, sum(members) from (
      select creator_id, status, cancel_at_period_end, count(*) as members from subscriptions
        where access_until is not null and not has_newer group by 1, 2, 3
      union all
      select creator_id, status, cancel_at_period_end, -members from member_counts) pages
    group by creator_id, status, cancel_at_period_end having sum(members) <> 0;
  commit;
  insert into follower_counts (creator_id, followers)
    select creator_id, sum(followers) from (
      select creator_id, count(*) as followers from follows group by 1
      union all
      select creator_id, -followers from follower_counts) pages
    group by creator_id having sum(followers) <> 0;
  commit;
end $$;
