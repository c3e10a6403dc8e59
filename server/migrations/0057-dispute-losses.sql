-- What a bank took of a payment whose money had already gone back: it was paid twice, and the platform bears it.
create table dispute_losses (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  lost_at timestamptz not null
);
create index dispute_losses_payment_id on dispute_losses (payment_id);

create trigger dispute_losses_append_only before update or delete on dispute_losses
  for each row execute function money_keep_rows();
create trigger dispute_losses_no_truncate before truncate on dispute_losses
  for each statement execute function money_keep_rows();
