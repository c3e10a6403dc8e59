-- Outside a transaction: built while payments are written. A page's months, and what isn't available yet, from the index alone.
create index concurrently if not exists payments_earned on payments (creator_id, currency, captured_at)
  include (amount_cents, fee_cents, net_cents, refunded_cents);
