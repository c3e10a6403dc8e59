-- Members hear of a lower price as well. Which notices there are is said in one place, `noticeKind` in the code.
alter table subscription_notices drop constraint subscription_notices_kind_check;
