-- Outside a transaction: the index of renewals ahead has the same, and who they are.
drop index concurrently if exists subscriptions_yearly;
