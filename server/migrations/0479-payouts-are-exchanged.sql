-- What the money of a payout was worth in the currency that it leaves in, by the rates at which it had come; fixed, like
-- the amount, before the provider is asked. null: it leaves as it came, or was booked before this was told apart.
alter table payouts add column exchanged_minor bigint;
create trigger payouts_keep_exchanged before update on payouts for each row execute function money_keep_filled(
  'exchanged_minor');
