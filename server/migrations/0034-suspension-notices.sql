-- Members hear when the page they pay for is suspended, and when it is back.
alter table subscription_notices drop constraint subscription_notices_kind_check;
alter table subscription_notices add constraint subscription_notices_kind_check check (kind in (
  'renewal_ahead', 'payment_failed', 'grace_ending', 'paused', 'recovered', 'card_expiring', 'changed', 'price_change',
  'page_suspended', 'page_back'));
