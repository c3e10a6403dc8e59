-- Refunds of the provider that ours cannot hold. They are tried again by their id, so that for their sake nobody has to
-- ask the provider ever further back.
create table unbooked_refunds (
  provider_refund_id text primary key,
  provider_payment_id text not null,
  found_at timestamptz not null,
  tried_at timestamptz not null
);
create index unbooked_refunds_tried_at on unbooked_refunds (tried_at);

-- That no webhook has come though there was news: since when, and that the operator was told of it.
create table webhook_silences (
  since timestamptz primary key,
  told_at timestamptz not null,
  ended_at timestamptz
);
create unique index webhook_silences_one_open on webhook_silences ((true)) where ended_at is null;

-- The newest charge, whosever it is.
create index payments_captured_at on payments (captured_at);
