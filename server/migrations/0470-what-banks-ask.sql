-- A dispute is kept even if nothing could be frozen for it. While it is open, what it holds of its payment follows what is left.
alter table disputes
  -- What the bank asks for, in cents of the payment; null: written by the release before, which kept what it could freeze.
  add column asked_cents bigint,
  add constraint disputes_asks_for_something check (asked_cents > 0) not valid,
  drop constraint disputes_amount_cents_check;
create function disputes_check_held() returns trigger language plpgsql as $$
begin
  raise exception 'dispute % holds less than nothing', new.provider_dispute_id using errcode = 'check_violation';
end $$;
create trigger disputes_held_is_no_debt before insert or update on disputes
  for each row when (new.amount_cents < 0) execute function disputes_check_held();

drop trigger disputes_keep_amounts on disputes;
create trigger disputes_keep_payment before update on disputes for each row execute function money_keep_columns(
  'provider_dispute_id', 'payment_id');
create trigger disputes_keep_amounts before update on disputes for each row when (old.status <> 'open')
  execute function money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
-- Of those that were decided before, what the bank asked for is filled in later (0471).
create trigger disputes_keep_asked before update on disputes for each row when (old.status <> 'open')
  execute function money_keep_filled('asked_cents');

-- What a dispute took of its payment after it had frozen something, or gave back (negative). `of_loss`: the bank had decided by
-- then, and it lessens what the platform bears of the loss.
create table dispute_changes (
  id uuid primary key,
  provider_dispute_id text not null references disputes,
  amount_cents bigint not null check (amount_cents <> 0),
  fee_cents bigint not null,
  net_cents bigint not null,
  of_loss boolean not null,
  changed_at timestamptz not null,
  check (fee_cents + net_cents = amount_cents)
);
create index dispute_changes_provider_dispute_id on dispute_changes (provider_dispute_id);
create trigger dispute_changes_append_only before update or delete on dispute_changes
  for each row execute function money_keep_rows();
create trigger dispute_changes_no_truncate before truncate on dispute_changes
  for each statement execute function money_keep_rows();

-- The lost dispute that took the place of a refund which had not left, or came back.
alter table refunds add column replaced_by_dispute text;
