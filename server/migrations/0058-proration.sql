-- What an upgrade costs for the rest of a period is its proration; a difference is between our books and the provider's.
alter table payments drop constraint payments_kind_check;
update payments set kind = 'proration' where kind = 'difference';
alter table payments add constraint payments_kind_check check (kind in ('period', 'proration'));

alter table subscription_changes drop constraint subscription_changes_settled_by_check;
update subscription_changes set settled_by = 'proration' where settled_by = 'difference';
alter table subscription_changes add constraint subscription_changes_settled_by_check
  check (settled_by in ('proration', 'time', 'nothing'));
