-- Outside a transaction: what was there before, as in 0447.
do $$
begin
  insert into payer_counts (plan_id, payers)
    select plan_id, sum(payers) from (
      select plan_id, count(*) as payers from subscriptions where status in ('active', 'past_due') group by 1
      union all
      select plan_id, -payers from payer_counts) plans
    group by plan_id having sum(payers) <> 0;
  commit;
end $$;
