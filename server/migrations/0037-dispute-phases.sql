-- How far a dispute has got with the bank, until when it has to be answered, and the amount as the bank told it: that is
-- not always in the currency of the payment.
alter table disputes
  add column phase text not null default '',
  add column respond_by timestamptz,
  add column told_currency text,
  add column told_amount_minor bigint;
