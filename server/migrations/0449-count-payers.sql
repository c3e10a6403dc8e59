-- Outside a transaction: what was there before, as in 0447.
do $$
begin
  insert into payer_counts (creator_id, plan_id, payers)
    select creator_id, plan_id, sum(payers) from (
      select creator_id, plan_id, count(*) as payers from subscriptions where status in ('active', 'past_due') group by 1, 2
      union all
      select creator_id, plan_id, -payers from payer_counts) plans
    group by creator_id, plan_id having sum(payers) <> 0;
  commit;
end $$;
