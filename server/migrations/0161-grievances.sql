-- What anybody, with or without an account, complains about to the grievance officer, and the answer.
create table grievances (
  id uuid primary key,
  number integer generated always as identity (start with 501) unique,
  kind text not null check (kind in ('content', 'intimate', 'order', 'account', 'payment', 'privacy', 'other')),
  urgency text not null check (urgency in ('ordinary', 'listed', 'intimate', 'order')),
  -- The deadlines it was made under.
  profile text not null,
  name text not null,
  -- Only the product reads it; the staff answer through us.
  encrypted_email bytea not null,
  -- Whose account it was made from; null: nobody's.
  user_id uuid references users,
  text text not null,
  -- What it is about on this site; empty: nothing that has an address.
  url text not null,
  -- Of the link in the mails.
  token_hash bytea not null unique,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledge_due_at timestamptz not null,
  due_at timestamptz not null,
  alarm_stage smallint not null default 0,
  answered_at timestamptz,
  answered_by text,
  answer text not null default '',
  -- Its words are gone: kept no longer than needed.
  emptied_at timestamptz,
  check ((answered_at is null) = (answered_by is null))
);
create index grievances_open on grievances (due_at) where answered_at is null;
create index grievances_to_empty on grievances (answered_at) where answered_at is not null and emptied_at is null;
create index grievances_user on grievances (user_id);
