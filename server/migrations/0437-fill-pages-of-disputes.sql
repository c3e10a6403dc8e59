-- Outside a transaction, in batches: what was there before.
do $$
declare
  done text := '';
  last text;
begin
  loop
    select max(provider_dispute_id) into last from (
      select provider_dispute_id from disputes where provider_dispute_id > done order by 1 limit 1000) batch;
    exit when last is null;
    update disputes d set creator_id = p.creator_id from payments p
      where d.provider_dispute_id > done and d.provider_dispute_id <= last and d.creator_id is null and p.id = d.payment_id;
    commit;
    done := last;
  end loop;
end $$;
