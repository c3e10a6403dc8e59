-- Losses for which nothing could be frozen had no dispute. Banks took few payments, so this is quick.
insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, asked_cents, opened_at,
    settled_at)
  select l.provider_dispute_id, l.payment_id, 'lost', 0, 0, 0, l.amount_cents, l.lost_at, l.lost_at from dispute_losses l
  where not exists (select from disputes d where d.provider_dispute_id = l.provider_dispute_id);
update disputes d set asked_cents = d.amount_cents + l.amount_cents from dispute_losses l
  where l.provider_dispute_id = d.provider_dispute_id and d.asked_cents is null;
