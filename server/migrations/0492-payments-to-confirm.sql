-- Payments that only a webhook has told of, until the provider names them: it is asked every quarter of an hour.
create table unconfirmed_payments (
  payment_id uuid primary key references payments,
  creator_id uuid not null,
  noted_at timestamptz not null,
  asked_at timestamptz,
  -- Since when the provider says that it doesn't know it: nothing of it is anybody's until it does.
  unknown_since timestamptz
);
create index unconfirmed_payments_of_creator on unconfirmed_payments (creator_id);
create index unconfirmed_payments_to_ask on unconfirmed_payments (asked_at nulls first, noted_at);
create index unconfirmed_payments_unknown on unconfirmed_payments (unknown_since) where unknown_since is not null;
create trigger unconfirmed_payments_keep_note before update of payment_id, creator_id, noted_at on unconfirmed_payments
  for each row execute function money_keep_columns('payment_id', 'creator_id', 'noted_at');
