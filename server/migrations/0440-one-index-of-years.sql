-- Outside a transaction: the index of years under way has all of it.
drop index concurrently if exists payments_yearly;
