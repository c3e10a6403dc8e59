-- What a creator tells about themselves, and where else they can be found.
alter table creators
  add column about text not null default '',
  add column links text[] not null default '{}',
  -- How many members and posts it has: shown if its owner wants that, counted by a job.
  add column shows_counts boolean not null default false,
  add column member_count integer not null default 0,
  add column post_count integer not null default 0,
  add column counted_at timestamptz;
create index creators_to_count on creators (counted_at nulls first) where shows_counts;
