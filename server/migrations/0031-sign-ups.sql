-- What somebody signed up with, for an address that has an account just as for one that has none: so nothing that a
-- stranger can look at later tells the two apart.
create table sign_ups (
  -- Always lower case.
  email text primary key check (email = lower(email)),
  -- Nobody else gets it before `reserved_until`; after that it is free again until the account is activated.
  username text not null,
  -- null: two passwords claimed the address, so neither is believed.
  password_hash text,
  reserved_until timestamptz not null,
  expires_at timestamptz not null
);
create index sign_ups_username on sign_ups (lower(username));
create index sign_ups_expires_at on sign_ups (expires_at);

insert into sign_ups (email, username, password_hash, reserved_until, expires_at)
  select email, username, password_hash, now() + interval '24 hours', now() + interval '30 days'
  from users where email_verified_at is null;

-- A username belongs to whoever activated the account; those that wait are reserved in `sign_ups`.
drop index users_username_key;
create unique index users_username_key on users (lower(username)) where email_verified_at is not null;

-- Who has no password yet sets the first one with a code from their mailbox.
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check
  check (purpose in ('activate', 'reset', 'delete', 'password'));
