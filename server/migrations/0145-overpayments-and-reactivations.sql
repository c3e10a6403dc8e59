-- The words of the glossary: a charge that was not owed is an overpayment; an ended membership is reactivated.
alter table surplus_payments rename to overpayments;

alter table subscription_changes drop constraint subscription_changes_kind_check;
update subscription_changes set kind = 'reactivation' where kind = 'comeback';
alter table subscription_changes add constraint subscription_changes_kind_check
  check (kind in ('upgrade', 'downgrade', 'interval', 'reactivation'));
