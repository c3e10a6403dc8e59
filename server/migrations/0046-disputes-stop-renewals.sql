-- A bank suspects fraud in a payment: nothing is taken, so it is no dispute yet, and the payment can still be refunded.
-- It ends when the bank drops it, or with the dispute that it becomes.
create table fraud_suspicions (
  provider_dispute_id text primary key,
  payment_id uuid not null references payments,
  -- What the bank would ask for, in cents of the payment.
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null default '',
  opened_at timestamptz not null,
  respond_by timestamptz,
  ended_at timestamptz
);
create index fraud_suspicions_payment_id on fraud_suspicions (payment_id);
create index fraud_suspicions_open on fraud_suspicions (payment_id) where ended_at is null;

-- Asked for every renewal that might be stopped: it holds the few that no bank has decided yet.
create index disputes_open on disputes (payment_id) where status = 'open';
