-- Outside a transaction: built while charges are booked. A creator's lines in the order they happened, since a booking's id begins
-- with its moment: a month of them without the others.
create index concurrently if not exists ledger_entries_of_balance on ledger_entries (creator_id, currency, transaction_id)
  where account = 'creator_balance';
