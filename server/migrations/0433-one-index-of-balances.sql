-- Outside a transaction: it had the entries of all accounts, and no list is of another account than a creator's balance.
drop index concurrently if exists ledger_entries_account;
