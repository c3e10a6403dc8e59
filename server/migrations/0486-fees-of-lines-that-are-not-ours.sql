-- What was booked of a settlement's line as a fee, where the line is of no payment of ours: before, all of it was a difference.
alter table settlement_items add column booked_fee_minor bigint not null default 0;
create trigger settlement_items_keep_booked_fee before update of booked_fee_minor on settlement_items
  for each row execute function money_keep_columns('booked_fee_minor');
