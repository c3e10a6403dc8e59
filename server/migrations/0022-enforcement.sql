-- One item has one open case, however many report it.
create table cases (
  id uuid primary key,
  -- For people to name it by.
  number integer generated always as identity (start with 1001) unique,
  -- Kinds are of the product: a message, a post, a page, a person. The ids are those of their own tables.
  target_kind text not null,
  target_id uuid not null,
  -- Where a message stands.
  channel_id uuid,
  seq integer,
  -- The page where it stands; null: none, as of a message between two people.
  creator_id uuid references creators,
  -- Whom a decision concerns: who wrote it, or whose page or account it is.
  concerned_id uuid not null references users,
  level text not null check (level in ('page', 'operator')),
  -- The gravest that was reported.
  reason text not null,
  urgency text not null check (urgency in ('ordinary', 'listed', 'intimate', 'order')),
  -- The deadlines it was opened under.
  profile text not null,
  state text not null check (state in ('open', 'decided')),
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledge_due_at timestamptz not null,
  due_at timestamptz not null,
  -- The last alarm that was given, in percent of the time.
  alarm_stage smallint not null default 0,
  -- The operator took it out of sight because of a report, before anybody decided. That happens once an item.
  held_at timestamptz,
  report_count integer not null default 0
);
create unique index cases_one_open on cases (target_kind, target_id) where state = 'open';
create index cases_target on cases (target_kind, target_id);
create index cases_open on cases (level, due_at, id) where state = 'open';
create index cases_of_page on cases (creator_id, due_at, id) where state = 'open' and level = 'page';
create index cases_creator_id on cases (creator_id);
create index cases_concerned on cases (concerned_id, id);
-- When the transparency reports begin.
create index cases_opened_at on cases (opened_at);

-- What was reported as it read then, with five messages on each side. Emptied when their authors leave.
create table case_lines (
  case_id uuid not null references cases,
  position smallint not null,
  author_id uuid not null references users,
  body text not null,
  written_at timestamptz not null,
  is_reported boolean not null,
  primary key (case_id, position)
);
create index case_lines_author on case_lines (author_id);

create table reports (
  id uuid primary key,
  case_id uuid not null references cases,
  -- null: they left; the hash still tells their reports apart from others'.
  reporter_id uuid references users,
  reporter_hash bytea,
  target_kind text not null,
  target_id uuid not null,
  reason text not null,
  text text not null,
  -- Whether it helps to hold a message.
  is_counted boolean not null,
  reported_at timestamptz not null,
  outcome text check (outcome in ('acted', 'declined')),
  unique (reporter_id, target_kind, target_id),
  check (num_nonnulls(reporter_id, reporter_hash) = 1)
);
create index reports_case on reports (case_id, id);
create index reports_of_person on reports (reporter_id, id);
create index reports_reported_at on reports (reported_at);

create table decisions (
  id uuid primary key,
  case_id uuid not null references cases,
  measure text not null,
  -- The reason of a report that it confirms, and the terms that it is read in.
  rule text not null,
  rules_version text not null,
  ground text not null check (ground in ('law', 'terms')),
  -- What was found, as the person concerned reads it.
  facts text not null,
  automated text not null default 'no' check (automated in ('no', 'partly', 'fully')),
  decided_as text not null check (decided_as in ('page', 'operator')),
  -- 'user:' and an id, or 'command:' and the name of whoever ran it.
  decided_by text not null,
  decided_at timestamptz not null,
  appeal_until timestamptz not null,
  fix_until timestamptz,
  fixed_at timestamptz,
  lifted_at timestamptz,
  lifted_because text,
  -- The end of a measure that has one.
  until_at timestamptz,
  -- A hold of payouts goes on once, by somebody other than who decided it.
  extended_at timestamptz,
  extended_by text,
  unique (id, decided_by),
  check ((lifted_at is null) = (lifted_because is null)),
  constraint decisions_extended_by_somebody_else check (extended_by <> decided_by),
  constraint decisions_measure_check check (measure in ('none', 'label', 'hide', 'remove', 'unlist', 'stop_posting',
    'stop_joining', 'hold_payouts', 'suspend')),
  constraint decisions_lifted_because_check
    check (lifted_because in ('appeal', 'unanswered', 'fixed', 'moderator', 'over'))
);
create index decisions_case on decisions (case_id, decided_at);
create index decisions_fixed on decisions (fixed_at) where fixed_at is not null and lifted_at is null;
create index decisions_decided_at on decisions (decided_at);

create table appeals (
  id uuid primary key,
  decision_id uuid not null unique,
  text text not null,
  appealed_at timestamptz not null,
  due_at timestamptz not null,
  -- If nobody answered it by then, the measure ends.
  ends_at timestamptz not null,
  -- Of the decision, so that the database can tell them apart.
  decided_by text not null,
  answered_by text,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'overturned')),
  answer text not null default '',
  foreign key (decision_id, decided_by) references decisions (id, decided_by),
  constraint appeals_by_somebody_else check (answered_by <> decided_by),
  check ((answered_at is null) = (outcome is null))
);
create index appeals_open on appeals (due_at) where answered_at is null;
create index appeals_appealed_at on appeals (appealed_at);

-- What counts against an account, for 180 days.
create table strikes (
  decision_id uuid primary key references decisions,
  user_id uuid not null references users,
  struck_at timestamptz not null,
  expires_at timestamptz not null,
  lifted_at timestamptz
);
create index strikes_user on strikes (user_id, expires_at);

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
create index grievances_opened_at on grievances (opened_at);

-- What was reported and decided in half a year, counted once it is over. Figures are exact here; nobody is shown a count
-- below five.
create table transparency_reports (
  -- Its first day: 1 January or 1 July.
  from_day date primary key,
  until_day date not null,
  made_at timestamptz not null,
  -- { "reports": { "spam": 12 }, … }
  figures jsonb not null
);
