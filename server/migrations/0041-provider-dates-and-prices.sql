-- What the provider told of its calendar: when it charges next, and when the subscription began that it counts from.
alter table subscriptions
  add column provider_charge_at timestamptz,
  add column provider_starts_at timestamptz;

-- Members hear of a lower price as well. Which notices there are is said in one place, `noticeKind` in the code.
alter table subscription_notices drop constraint subscription_notices_kind_check;
