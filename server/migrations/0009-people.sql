-- Leaving, and keeping away from each other.

alter table users
  -- When they asked for the deletion of their account; null again once they took it back.
  add column deletion_requested_at timestamptz,
  -- When it can no longer be taken back.
  add column deletion_due_at timestamptz,
  -- The row stays for the payments that point at it; who it was does not.
  add column erased_at timestamptz,
  add constraint users_deletion check ((deletion_requested_at is null) = (deletion_due_at is null));
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null and erased_at is null;

-- Who has no password confirms a deletion with a code from their mailbox.
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check check (purpose in ('activate', 'reset', 'delete'));

-- The page of somebody who is leaving: nobody finds it, nobody joins.
alter table creators add column hidden_at timestamptz;

-- Handles of erased pages are nobody's again, so that no stranger inherits the links to them. Hashes, because a handle
-- may be a person's name.
create table retired_handles (
  handle_hash bytea primary key,
  retired_at timestamptz not null
);

-- One person wants nothing to do with another. It counts in both directions, whoever said so.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked_id on blocks (blocked_id);
