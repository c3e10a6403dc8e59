-- The renewal and the end of a card that its member was told of: whoever looks for what is due passes by the others.
alter table subscriptions
  add column renewal_noticed_for timestamptz,
  add column card_noticed_for timestamptz;
