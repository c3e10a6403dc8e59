-- Before which renewal the provider was last asked what it will charge (the epoch: long before any), and when its agreement
-- with the member's bank ends: whoever looks for what is due passes by the others.
alter table subscriptions
  add column provider_matched_for timestamptz,
  add column agreement_ends_at timestamptz;
