-- Proving who one is: second factors at sign-in, and a fresh proof before money or the account changes.

alter table sessions
  -- When its user last proved that it is them, and how.
  add column proved_at timestamptz,
  add column methods text[] not null default '{}',
  -- The browser's place in known_places; null for sessions that are older than this column.
  add column device_mark bytea;

create table second_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('app', 'passkey')),
  label text not null,
  created_at timestamptz not null,
  -- null: an authenticator app whose first code has not been entered yet; it proves nothing.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of an app: its secret, and the 30 seconds of the last code that was used.
  encrypted_secret bytea,
  last_step bigint,
  -- Of a passkey: what the browser calls it, its key, and how often it has signed (0: it does not count).
  credential_id bytea unique,
  public_key bytea,
  counter bigint,
  transports text[] not null default '{}',
  -- Its keeper copies it to other devices.
  is_synced boolean not null default false,
  -- The host it is bound to: on any other it is worth nothing.
  host text,
  check ((kind = 'app') = (encrypted_secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null
    and host is not null)),
  check (kind = 'app' or confirmed_at is not null)
);
create index second_factors_user_id on second_factors (user_id);
create unique index second_factors_one_app on second_factors (user_id) where kind = 'app' and confirmed_at is not null;
create unique index second_factors_one_begun on second_factors (user_id) where confirmed_at is null;
-- Asked at every start.
create index second_factors_host on second_factors (host) where kind = 'passkey';

-- For people who have lost the rest. 80 random bits each, so that a plain hash is enough.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Questions that a passkey or a code answers, each once and within five minutes.
create table proof_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey-sign-in', 'step-up', 'new-passkey')),
  -- null: a passkey will say whose it is.
  user_id uuid references users on delete cascade,
  session_id uuid references sessions on delete cascade,
  -- How the first step of the sign-in was made.
  first_method text check (first_method in ('password', 'google')),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index proof_challenges_user_id on proof_challenges (user_id);
create index proof_challenges_session_id on proof_challenges (session_id);
create index proof_challenges_expires_at on proof_challenges (expires_at);

-- A change of an account's address: both addresses confirm, and the old one can take it back.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz
);
create index email_changes_user_id on email_changes (user_id);
create unique index email_changes_one_open on email_changes (user_id) where applied_at is null;
create index email_changes_expires_at on email_changes (expires_at);

-- Second factors that somebody says they have lost. Two people of the staff agree, and a week passes.
create table factor_recoveries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  approved_by text,
  due_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('removed', 'kept')),
  check ((approved_by is null) = (due_at is null)),
  check (approved_by is null or approved_by <> asked_by),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'removed' or approved_by is not null)
);
create index factor_recoveries_user_id on factor_recoveries (user_id);
create unique index factor_recoveries_one_open on factor_recoveries (user_id) where ended_at is null;
create index factor_recoveries_due on factor_recoveries (due_at) where ended_at is null and due_at is not null;

-- Links may be about one thing among several: a sign-in, a factor, a change of the address.
alter table mail_tokens add column subject_id uuid;
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check check (purpose in ('activate', 'reset', 'delete',
  'password', 'prove', 'not-me', 'not-my-factor', 'email-old', 'email-new', 'email-undo', 'keep-factors'));
