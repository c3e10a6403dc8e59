-- One row for each page and visitor a day, deleted two days later. `mark` can't be traced back once its day's salt is
-- gone, and says nothing about other days or other creators.
create table visits (
  day date not null,
  creator_id uuid not null references creators,
  -- null: the creator's page.
  post_id uuid references posts,
  mark bytea not null,
  -- Where the visitor came from; '': nowhere that was told.
  host text not null,
  unique nulls not distinct (day, creator_id, mark, post_id)
);

create table visit_salts (
  day date primary key,
  salt bytea not null
);

-- Visits of days that are over. `visitors` of a creator's day are distinct marks; of a host, those who came from it.
create table visitor_days (
  creator_id uuid not null references creators,
  day date not null,
  visitors integer not null,
  primary key (creator_id, day)
);
create table source_days (
  creator_id uuid not null references creators,
  day date not null,
  host text not null,
  visitors integer not null,
  primary key (creator_id, day, host)
);
create table post_days (
  post_id uuid not null references posts,
  day date not null,
  creator_id uuid not null references creators,
  visitors integer not null,
  primary key (post_id, day)
);
create index post_days_of_creator on post_days (creator_id);

-- How many members could read a post when it came out.
create table post_reach (
  post_id uuid primary key references posts,
  creator_id uuid not null references creators,
  published_at timestamptz not null,
  members integer not null
);

-- The first time, beside the last: whether members open a post within a week.
alter table post_openings add column first_opened_at timestamptz;
