-- What somebody reported, what was decided about it, and what the person concerned says to that.

-- A post that the operator took out of sight; its owner still sees it, and can't bring it back.
alter table posts add column withheld_at timestamptz;
create or replace function post_is_published(p posts) returns boolean language sql stable
  return p.deleted_at is null and p.state = 'published' and not p.waits_for_media and p.withheld_at is null;
drop trigger keep_post_search on posts;
create trigger keep_post_search
  after insert or update of title, teaser, html, open_html, state, published_at, deleted_at, waits_for_media, withheld_at
  on posts for each row execute function keep_post_search_of_row();

-- The operator holds, hides and removes messages too, and nobody else brings those back.
alter table messages drop constraint messages_cause_check;
alter table messages add constraint messages_cause_check
  check (cause in ('words', 'first', 'reports', 'mute', 'moderator', 'operator')) not valid;

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

create table decisions (
  id uuid primary key,
  case_id uuid not null references cases,
  measure text not null check (measure in ('none', 'hide', 'remove', 'suspend')),
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
  lifted_because text check (lifted_because in ('appeal', 'unanswered', 'fixed', 'moderator')),
  unique (id, decided_by),
  check ((lifted_at is null) = (lifted_because is null))
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

-- What counts against an account, for 180 days.
create table strikes (
  decision_id uuid primary key references decisions,
  user_id uuid not null references users,
  struck_at timestamptz not null,
  expires_at timestamptz not null,
  lifted_at timestamptz
);
create index strikes_user on strikes (user_id, expires_at);
