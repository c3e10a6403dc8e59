-- What a line of a settlement was about, if we first learned of that payment, refund or dispute after it was booked.
create table settlement_attributions (
  entity_id text primary key references settlement_items,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  payment_id uuid not null references payments,
  -- As in settlement_items.
  charged_minor bigint not null,
  charged_currency text not null,
  base_minor bigint not null,
  attributed_at timestamptz not null
);
create index settlement_attributions_payment on settlement_attributions (payment_id);
create trigger settlement_attributions_append_only before update or delete on settlement_attributions
  for each row execute function money_keep_rows();
create trigger settlement_attributions_no_truncate before truncate on settlement_attributions
  for each statement execute function money_keep_rows();

-- The dispute that an adjustment is for; null in rows from before, and where it is the entity itself.
alter table settlement_items add column dispute_id text, add column tax_minor bigint not null default 0;
create index settlement_items_other on settlement_items (entity_id) where kind = 'other';
