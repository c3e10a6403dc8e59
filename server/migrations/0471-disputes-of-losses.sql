-- Outside a transaction: losses for which nothing could be frozen had no dispute, and those of others say what the bank asked
-- for. In batches; a second run goes on where the first one ended.
do $$
declare
  written int;
  began timestamptz;
begin
  loop
    began := clock_timestamp();
    insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, asked_cents, opened_at,
        settled_at)
      select l.provider_dispute_id, l.payment_id, 'lost', 0, 0, 0, l.amount_cents, l.lost_at, l.lost_at
        from dispute_losses l
        where not exists (select from disputes d where d.provider_dispute_id = l.provider_dispute_id) limit 500;
    get diagnostics written = row_count;
    commit;
    exit when written = 0;
    perform pg_sleep(3 * extract(epoch from clock_timestamp() - began));
  end loop;
  loop
    began := clock_timestamp();
    update disputes d set asked_cents = d.amount_cents + l.amount_cents from dispute_losses l
      where l.provider_dispute_id = d.provider_dispute_id and d.provider_dispute_id in (
        select o.provider_dispute_id from disputes o join dispute_losses using (provider_dispute_id)
          where o.asked_cents is null limit 500);
    get diagnostics written = row_count;
    commit;
    exit when written = 0;
    perform pg_sleep(3 * extract(epoch from clock_timestamp() - began));
  end loop;
end $$;
