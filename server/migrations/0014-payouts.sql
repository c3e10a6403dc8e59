-- Where a creator is paid. What it says is sealed; only the hint can be read without the key.
create table payout_details (
  creator_id uuid primary key references creators,
  method text not null check (method in ('bank', 'iban', 'upi', 'paypal')),
  -- Version of the key, nonce, tag and text (AES-256-GCM).
  sealed bytea not null,
  -- What may be shown: "•••• 1234".
  hint text not null,
  changed_at timestamptz not null,
  -- Nothing is sent to changed details before this: their owner has time to notice. null for the first ones.
  held_until timestamptz
);

create table payouts (
  id uuid primary key,
  creator_id uuid not null references creators,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- failed: the money never left. reversed: it left and came back.
  status text not null check (status in ('requested', 'approved', 'sent', 'paid', 'failed', 'reversed')),
  method text not null,
  -- The details as they were when it was requested.
  sealed_details bytea not null,
  details_hint text not null,
  -- How it is sent; null until it is.
  rail text check (rail in ('bank_file', 'razorpayx')),
  -- The bank file it stands in.
  batch_id uuid,
  provider_payout_id text unique,
  -- The provider was asked, and its answer may have been lost.
  asked_at timestamptz,
  -- What leaves in the currency of the rail, fixed before it is asked.
  rail_amount_minor bigint,
  rail_currency text,
  -- The bank's own reference.
  bank_reference text not null default '',
  failure_reason text not null default '',
  requested_at timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  settled_at timestamptz
);
create index payouts_creator_id on payouts (creator_id, id desc);
create index payouts_open on payouts (status, requested_at) where status in ('requested', 'approved', 'sent');
create unique index payouts_one_open on payouts (creator_id) where status in ('requested', 'approved', 'sent');
