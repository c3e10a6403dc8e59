-- Visits are added to the days when they are written, so that nobody counts a busy day again for each look at it. What
-- was written before is added here.
insert into visitor_days as d (creator_id, day, visitors)
  select creator_id, day, count(distinct mark) from visits group by 1, 2 order by 1, 2
  on conflict (creator_id, day) do update set visitors = d.visitors + excluded.visitors;
insert into source_days as d (creator_id, day, host, visitors)
  select creator_id, day, host, count(distinct mark) from visits group by 1, 2, 3 order by 1, 2, 3
  on conflict (creator_id, day, host) do update set visitors = d.visitors + excluded.visitors;
insert into post_days as d (post_id, day, creator_id, visitors)
  select post_id, day, creator_id, count(*) from visits where post_id is not null group by 1, 2, 3 order by 1, 2
  on conflict (post_id, day) do update set visitors = d.visitors + excluded.visitors;

-- How many members opened a post within a week. null: nothing is counted yet.
alter table post_reach add column opened integer;
-- The week is over, and every opening has been counted once more.
alter table post_reach add column is_final boolean not null default false;
create index post_reach_open on post_reach (published_at) where not is_final;
create index post_reach_uncounted on post_reach (published_at) where opened is null;
-- First openings up to this moment are in `post_reach.opened`.
create table openings_counted (
  is_one boolean primary key default true check (is_one),
  until timestamptz not null
);
insert into openings_counted (until) values (now());

-- Plays of a post's videos and sounds that passed ten seconds, and nine tenths.
create table play_days (
  post_id uuid not null references posts,
  day date not null,
  creator_id uuid not null references creators,
  begun integer not null default 0,
  completed integer not null default 0,
  primary key (post_id, day)
);
create index play_days_of_creator on play_days (creator_id);
