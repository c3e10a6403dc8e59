-- Outside a transaction: built while memberships are written. Cards that expire, of members who haven't been told.
create index concurrently if not exists subscriptions_cards_to_mention on subscriptions (card_expires_at) include (id)
  where status = 'active' and not cancel_at_period_end and card_expires_at is not null
    and card_noticed_for is distinct from card_expires_at;
