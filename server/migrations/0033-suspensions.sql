-- Who was suspended when, by whom and why, and how it ended: the record of what was done in the operator's name.
create table account_suspensions (
  id uuid primary key,
  user_id uuid not null references users,
  suspended_at timestamptz not null,
  reason text not null,
  suspended_by text not null,
  reinstated_at timestamptz,
  reinstatement_reason text,
  reinstated_by text,
  check (num_nulls(reinstated_at, reinstatement_reason, reinstated_by) in (0, 3))
);
create unique index account_suspensions_one_open on account_suspensions (user_id) where reinstated_at is null;
create index account_suspensions_user_id on account_suspensions (user_id);

-- Asked by every list of pages and posts; it holds the few who are suspended and nobody else.
create index users_suspended on users (id) where status = 'suspended';

-- When a suspension, of the page's owner or of the member, stopped the renewals; null again once they were let go on.
alter table subscriptions add column held_at timestamptz;
create index subscriptions_held on subscriptions (id) where held_at is not null;

-- Payments of which the unused part went back because the page stayed suspended: once each.
create table suspension_returns (
  payment_id uuid primary key references payments,
  suspension_id uuid not null references account_suspensions,
  refund_id uuid references refunds,
  returned_at timestamptz not null
);
