-- Outside a transaction: 0462 has those that matter.
drop index concurrently if exists subscriptions_renewing;
