-- What the provider keeps for a payout, in the currency it pays in; null where nothing of it was told.
alter table payouts
  add column rail_fee_minor bigint,
  -- Part of the fee.
  add column rail_tax_minor bigint,
  add check (rail_fee_minor >= 0 and rail_tax_minor between 0 and rail_fee_minor);
