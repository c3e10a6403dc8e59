-- Where a creator is paid. What it says is sealed; only the hint can be read without the key.
create table payout_details (
  creator_id uuid primary key references creators,
  method text not null check (method in ('bank', 'iban', 'upi', 'paypal')),
  -- Version of the key, nonce, tag and text (AES-256-GCM).
  encrypted_details bytea not null,
  -- What may be shown: "•••• 1234".
  hint text not null,
  changed_at timestamptz not null,
  -- Nothing is sent to changed details before this: their owner has time to notice. null for the first ones.
  held_until timestamptz
);
create index payout_details_by_key
  on payout_details (substring(encrypted_details from 1 for 5), creator_id) where length(encrypted_details) > 0;

create table payouts (
  id uuid primary key,
  creator_id uuid not null references creators,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- failed: the money never left. reversed: it left and came back.
  status text not null check (status in ('requested', 'approved', 'sent', 'paid', 'failed', 'reversed')),
  method text not null,
  -- The details as they were when it was requested.
  encrypted_details bytea not null,
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
  settled_at timestamptz,
  -- What the provider keeps for a payout, in the currency it pays in; null where nothing of it was told.
  rail_fee_minor bigint,
  -- Part of the fee.
  rail_tax_minor bigint,
  -- What the money of a payout was worth in the currency that it leaves in, by the rates at which it had come; fixed, like
  -- the amount, before the provider is asked. null: it leaves as it came.
  exchanged_minor bigint,
  check (rail_fee_minor >= 0 and rail_tax_minor between 0 and rail_fee_minor)
);
create index payouts_creator_id on payouts (creator_id, id desc);
create index payouts_open on payouts (status, requested_at) where status in ('requested', 'approved', 'sent');
-- Each currency has a balance of its own, and a payout of its own.
create unique index payouts_one_open_each on payouts (creator_id, currency)
  where status in ('requested', 'approved', 'sent');
-- Payouts of everybody, newest first.
create index payouts_by_status on payouts (status, id desc);
create index payouts_of_batch on payouts (batch_id) where batch_id is not null;
create index payouts_arrived on payouts (settled_at) where rail = 'razorpayx' and status = 'paid';
-- without reading all: version and key id are the first five bytes.
create index payouts_by_key
  on payouts (substring(encrypted_details from 1 for 5), id) where length(encrypted_details) > 0;

-- What was left of the balance of a closed page.
create table closed_balances (
  id uuid primary key,
  creator_id uuid not null references creators,
  -- unclaimed: still the creator's, and the operator can pay it out. loss: more went back to members than the creator
  -- had, and the platform bears it.
  kind text not null check (kind in ('unclaimed', 'loss')),
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  booked_at timestamptz not null,
  -- paid: to the creator. returned: put back into the balance, because something moved that after all.
  status text not null default 'open' check (status in ('open', 'paid', 'returned')),
  settled_at timestamptz,
  bank_reference text not null default '',
  check (kind = 'unclaimed' or status = 'open'),
  check ((status = 'open') = (settled_at is null))
);
create index closed_balances_creator_id on closed_balances (creator_id);
create unique index closed_balances_one_open on closed_balances (creator_id, currency)
  where kind = 'unclaimed' and status = 'open';

-- A member of the staff stopped a payout until a day; it stays requested as long.
create table payout_holds (
  id uuid primary key,
  payout_id uuid not null references payouts,
  held_at timestamptz not null,
  until_at timestamptz not null,
  -- The creator reads it.
  reason text not null,
  -- An account by its id, or whoever ran a command.
  held_by text not null,
  -- Before its end, by two people.
  released_at timestamptz,
  released_by text,
  check (until_at > held_at),
  check ((released_at is null) = (released_by is null))
);
create index payout_holds_payout_id on payout_holds (payout_id, id desc);
create index payout_holds_open on payout_holds (until_at) where released_at is null;

create trigger payouts_keep_amounts before update on payouts for each row execute function money_keep_columns(
  'id', 'creator_id', 'amount_cents', 'currency');
create trigger closed_balances_keep_amounts before update on closed_balances for each row
  execute function money_keep_columns('id', 'creator_id', 'kind', 'currency', 'amount_cents', 'booked_at');
create trigger payouts_keep_request before update of method, requested_at on payouts
  for each row execute function money_keep_columns('method', 'requested_at');
create trigger payouts_keep_told before update on payouts for each row execute function money_keep_filled(
  'rail', 'batch_id', 'provider_payout_id', 'rail_amount_minor', 'rail_currency', 'rail_fee_minor', 'rail_tax_minor');
create trigger payouts_keep_exchanged before update on payouts for each row execute function money_keep_filled(
  'exchanged_minor');
create trigger payouts_keep_moments before update of sent_at, asked_at on payouts
  for each row execute function money_keep_filled('sent_at', 'asked_at');
create trigger payouts_keep_rows before delete on payouts
  for each row execute function money_keep_rows();
create trigger payouts_keep_all_rows before truncate on payouts
  for each statement execute function money_keep_rows();
create trigger closed_balances_keep_rows before delete on closed_balances
  for each row execute function money_keep_rows();
create trigger closed_balances_keep_all_rows before truncate on closed_balances
  for each statement execute function money_keep_rows();
