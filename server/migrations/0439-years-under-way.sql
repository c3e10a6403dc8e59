-- Outside a transaction: built while payments are written. What yearly payments reserve, from the index alone.
create index concurrently if not exists payments_under_way on payments (creator_id, currency, period_until)
  include (id, captured_at, period_from, net_cents, refunded_cents) where interval = 'yearly';
