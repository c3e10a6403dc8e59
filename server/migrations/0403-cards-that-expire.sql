-- Outside a transaction: built while memberships are written. Those whose members hear of it beforehand.
create index concurrently if not exists subscriptions_card_expires on subscriptions (card_expires_at)
  where status = 'active' and not cancel_at_period_end and card_expires_at is not null;
