-- A month of a statement is found by its bookings' ids (UUID version 7), so each has to begin with its moment, in milliseconds.
alter table ledger_transactions add constraint ledger_transactions_id_has_its_moment check (
  ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint = (extract(epoch from occurred_at) * 1000)::bigint) not valid;
