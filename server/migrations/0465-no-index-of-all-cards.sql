-- Outside a transaction: 0463 has those that matter.
drop index concurrently if exists subscriptions_card_expires;
