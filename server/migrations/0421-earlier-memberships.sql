-- Outside a transaction: marks the memberships there were, a member's of a page at a time, in batches that commit.
do $$
declare
  done uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  loop
    select member_id into last from (select member_id from subscriptions where member_id > done
      order by member_id limit 5000) batch order by member_id desc limit 1;
    exit when last is null;
    perform mark_earlier_memberships(member_id, creator_id) from (select member_id, creator_id from subscriptions
      where member_id > done and member_id <= last group by member_id, creator_id having count(*) > 1) several;
    commit;
    done := last;
  end loop;
end $$
